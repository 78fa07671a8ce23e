/** The tour of docs/clients.md, command by command, as a newcomer types them. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { endAll, type RunningCairn, startCairn } from '../support/process.ts';
import { emptyEngines } from '../support/shared-engines.ts';

const ROOT = path.join(import.meta.dirname, '../..');
/** Pages that newcomers read, and the section of each whose commands they type. */
const PAGES = { 'docs/clients.md': 'A tour' };
/** A command, and the answer that stands below it. */
const STEP = /```sh\n([\s\S]*?)```\n+```json\n([\s\S]*?)```/g;

function textOf(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

/** Times differ from run to run, and so does what `extensions` of GraphQL say of the index lag. */
function withoutTimes(text: string): unknown {
  return JSON.parse(text, (key, value: unknown) => {
    if (key === 'extensions') return {};
    return typeof value === 'number' && value > 1e12 ? 0 : value;
  });
}

for (const [file, heading] of Object.entries(PAGES)) {
  describe(`${file}: ${heading}`, () => {
    const tour = new RegExp(`^## ${heading}\\n([\\s\\S]*?)^## `, 'm').exec(textOf(file))?.[1] ?? '';
    const steps = [...tour.matchAll(STEP)].map(([, command = '', answer = '']) => ({ command, answer }));

    let cairn: RunningCairn;
    before(async () => {
      cairn = await startCairn(await emptyEngines());
    });
    after(endAll);

    it('shows an answer for each command', () => {
      expect(steps).to.have.length([...tour.matchAll(/^```sh$/gm)].length);
      expect(steps).to.have.length.above(3);
    });

    for (const [index, { command, answer }] of steps.entries()) {
      it(`step ${index + 1}: ${/8080(\/\w+)/.exec(command)?.[1]}`, () => {
        const typed = command.replaceAll('http://localhost:8080', cairn.url);
        const said = execFileSync('bash', ['-euo', 'pipefail', '-c', typed], { encoding: 'utf8' });
        expect(withoutTimes(said), said).to.deep.equal(withoutTimes(answer));
      });
    }
  });
}
