/** `npm run load`: a stream of proposals, and what is refused. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { api } from '../support/client.ts';
import { ownNames, proposal, urns } from '../support/make.ts';
import { endAll, type Running, runNode, throwAwayFolder } from '../support/process.ts';
import { sharedCairn } from '../support/shared.ts';

const own = ownNames('load');

interface Refused {
  readonly line: number;
  readonly reason: string;
  readonly proposal: string;
  readonly details?: readonly { pointer: string }[];
}

describe('npm run load', () => {
  let folder: string;
  let refused: string;
  before(() => {
    folder = throwAwayFolder();
    refused = path.join(folder, 'refused.jsonl');
  });
  after(endAll);

  const run = (file: string, ...more: string[]): Running =>
    runNode('commands/load.js', [file, '--url', sharedCairn().url, '--refused', refused, ...more]);

  function fileOf(lines: readonly unknown[]): string {
    const file = path.join(folder, `${own('file')}.jsonl`);
    writeFileSync(file, lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''));
    return file;
  }

  async function versionOf(urn: string, aspect: string): Promise<string | undefined> {
    return (await api.entity(urn)).body.aspects[aspect]?.systemMetadata?.version;
  }

  it('writes every line, wrapped or not, and exits with 0', async () => {
    const datasets = Array.from({ length: 420 }, () => urns.dataset(own()));
    const file = fileOf(
      datasets.map((urn, index) => {
        const bare = proposal(urn, 'datasetProperties', { description: `number ${index}` });
        return index % 2 === 0 ? { proposal: bare } : bare;
      }),
    );
    const load = run(file);
    expect(await load.end, load.stderr()).to.deep.equal({ code: 0, signal: null });
    expect(load.stderr()).to.match(/420 proposals, \d+\/s, 0 refused, 100 %/);
    expect(existsSync(refused)).to.equal(false);
    for (const index of [0, 399, 400, 419]) {
      const { body } = await api.entity(String(datasets[index]), 'List(datasetProperties)');
      expect(body.aspects.datasetProperties?.value).to.include({ description: `number ${index}` });
    }
  });

  it('refuses the second writer of earlier versions in a sentence', async () => {
    const load = run('-', '--into-empty');
    expect(await load.end).to.deep.equal({ code: 1, signal: null });
    expect(load.stderr()).to.equal('load: --into-empty is gone: start Cairn and load without it. The ordinary load makes the same store\n');
  });

  it('reads standard input', async () => {
    const urn = urns.dataset(own());
    const load = run('-');
    load.child.stdin.end(`${JSON.stringify(proposal(urn, 'status', { removed: false }))}\n\n`);
    expect(await load.end, load.stderr()).to.deep.equal({ code: 0, signal: null });
    expect(await versionOf(urn, 'status')).to.equal('1');
  });

  it('saves refused lines in a file with line number and reason, writes the rest, and exits with 1', async () => {
    const good = urns.dataset(own());
    const lines = [
      proposal(good, 'status', { removed: false }),
      '{"proposal": {',
      proposal(urns.dataset(own()), 'datasetProperties', { description: 7 }),
      '[1]',
      proposal(urns.dataset(own()), 'chartInfo', {}),
      { proposal: 'text' },
      proposal(good, 'datasetProperties', { description: 'the last one' }),
    ];
    const load = run(fileOf(lines));
    expect(await load.end).to.deep.equal({ code: 1, signal: null });
    expect(load.stderr()).to.contain(`Cairn refused 5 proposals; ${refused} lists them with the reasons`);
    const told = readFileSync(refused, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Refused)
      .sort((a, b) => a.line - b.line);
    expect(told.map(({ line }) => line)).to.deep.equal([2, 3, 4, 5, 6]);
    expect(told[0]?.reason).to.contain('not a JSON object');
    expect(told[1]?.reason).to.contain('ERROR :: /description');
    expect(told[1]?.details?.[0]?.pointer).to.equal('/description');
    expect(told[3]?.reason).to.contain('Unknown aspect chartInfo for entity dataset');
    expect(told.map(({ proposal: text }) => text)).to.deep.equal(
      lines.slice(1, 6).map((line) => (typeof line === 'string' ? line : JSON.stringify(line))),
    );
    expect(await versionOf(good, 'datasetProperties')).to.equal('1');
  });

  it('is safe to run again: stored values make no new version', async () => {
    const datasets = Array.from({ length: 20 }, () => urns.dataset(own()));
    const file = fileOf(datasets.map((urn) => proposal(urn, 'datasetProperties', { description: 'the same' })));
    for (const _ of [1, 2]) expect(await run(file).end).to.deep.equal({ code: 0, signal: null });
    for (const urn of datasets) expect(await versionOf(urn, 'datasetProperties')).to.equal('1');
  });

  it('keeps the order of the lines of one aspect', async () => {
    const urn = urns.dataset(own());
    const file = fileOf(Array.from({ length: 450 }, (_, index) => proposal(urn, 'datasetProperties', { description: `state ${index}` })));
    expect(await run(file, '--concurrency', '1').end).to.deep.equal({ code: 0, signal: null });
    expect(await versionOf(urn, 'datasetProperties')).to.equal('450');
    expect((await api.entity(urn)).body.aspects.datasetProperties?.value).to.include({ description: 'state 449' });
  });

  const wrong: readonly [what: string, args: readonly string[], said: string][] = [
    ['no file', [], 'give one file of proposals, or - for standard input'],
    ['two files', ['a.jsonl', 'b.jsonl'], 'give one file of proposals'],
    ['a file that is not there', ['/nowhere/file.jsonl'], '/nowhere/file.jsonl'],
    ['a concurrency that is no number from 1 to 64', ['-', '--concurrency', '0'], '--concurrency: expected 1 to 64, got 0'],
    ['an address that is none', ['-', '--url', 'localhost'], '--url: expected an address such as http://127.0.0.1:8080, got localhost'],
    ['an option that is not there', ['-', '--fast'], '--fast'],
  ];
  for (const [at, [what, args, said]] of wrong.entries()) {
    it(`${what} is reported in one sentence, with exit code 1${at === 0 ? '' : ' [long]'}`, async () => {
      const load = runNode('commands/load.js', args);
      load.child.stdin.end();
      expect(await load.end).to.deep.equal({ code: 1, signal: null });
      expect(load.stderr().trimEnd().split('\n').at(-1)).to.contain(said);
      expect(load.stderr()).to.not.contain('    at ');
    });
  }

  it('a request that no server accepts ends the load with 1 and the line where it stopped', async () => {
    const load = runNode('commands/load.js', [fileOf([proposal(urns.dataset(own()), 'status', {})]), '--url', `${sharedCairn().url}/nowhere`]);
    expect(await load.end).to.deep.equal({ code: 1, signal: null });
    expect(load.stderr()).to.match(/broke off at line 1: 404 /);
  });

  it('--help shows how to use it', async () => {
    const help = runNode('commands/load.js', ['--help']);
    expect(await help.end).to.deep.equal({ code: 0, signal: null });
    expect(help.stdout()).to.contain('npm run load -- <file.jsonl | ->');
  });
});
