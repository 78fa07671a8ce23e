/** The README's tour, command by command, as a newcomer would type it; and what else it promises. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { sharedCairn } from '../support/shared.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const README = readFileSync(path.join(ROOT, 'README.md'), 'utf8');
const tour = /^## A first tour\n([\s\S]*?)^## /m.exec(README)?.[1] ?? '';
/** A command, and the answer that stands below it. */
const STEP = /```sh\n([\s\S]*?)```\n+```json\n([\s\S]*?)```/g;

/** Times differ from run to run. */
function withoutTimes(text: string): unknown {
  return JSON.parse(text, (_, value: unknown) => (typeof value === 'number' && value > 1e12 ? 0 : value));
}

describe('The first tour of the README', () => {
  const steps = [...tour.matchAll(STEP)].map(([, command = '', answer = '']) => ({ command, answer }));

  it('has an answer for each command', () => {
    expect(steps).to.have.length([...tour.matchAll(/^```sh$/gm)].length);
    expect(steps).to.have.length.above(6);
  });

  for (const [index, { command, answer }] of steps.entries()) {
    it(`step ${index + 1}: ${/8080(\/\w+)/.exec(command)?.[1]}`, () => {
      const typed = command.replaceAll('http://localhost:8080', sharedCairn().url);
      const said = execFileSync('bash', ['-euo', 'pipefail', '-c', typed], { encoding: 'utf8' });
      expect(withoutTimes(said), said).to.deep.equal(withoutTimes(answer));
    });
  }
});

describe('The README', () => {
  it('names every setting of --help, and no other', () => {
    const main = readFileSync(path.join(ROOT, 'src/main.ts'), 'utf8');
    const help = [...main.matchAll(/^ {2}([A-Z][A-Z0-9_]+)\b/gm)].map(([, name]) => name);
    const table = [...README.matchAll(/^\| `([A-Z][A-Z0-9_]+)`/gm)].map(([, name]) => name);
    expect(table).to.have.members(help);
  });

  it('names only files, folders and scripts that are there', () => {
    const linked = [...README.matchAll(/\]\(([^)#:]+)\)/g)].map(([, file = '']) => file);
    for (const file of linked) expect(existsSync(path.join(ROOT, file)), file).to.equal(true);
    const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
    for (const [, name = ''] of README.matchAll(/npm run ([\w-]+)/g)) expect(scripts).to.have.property(name);
  });
});
