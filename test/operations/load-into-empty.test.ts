/**
 * `npm run load -- --into-empty`: the store that Neo4j's offline importer makes is the one that the ordinary way makes, and nothing else than
 * a whole store ever takes the place of the empty one. `SEED=<seed>` repeats the same files.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { makeClient } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { proposal, status, urns } from '../support/make.ts';
import { SVC } from '../support/names.ts';
import { endAll, type Running, type RunningCairn, runNode, startCairn, throwAwayFolder } from '../support/process.ts';
import { endedProperty, mixedProposals } from './support/mixed-proposals.ts';
import { wholeGraph } from './support/whole-graph.ts';

const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
/** `load` sends 400 objects at a time: the second file begins with a request of its own, whichever way it goes. */
const LINES = 1200;

const linesOf = (text: string): number => text.split('\n').length - 1;

/** The tag of a version has its time in it. */
const TAG = /tag "[^"]*"/g;

describe(`npm run load -- --into-empty (seed ${SEED})`, function () {
  this.timeout(1_200_000);
  const since = Date.now();
  const folder = throwAwayFolder();
  const fileOf = (name: string, text: string): string => {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    return file;
  };
  const refusedFile = path.join(folder, 'refused.jsonl');
  const intoEmpty = (dataDir: string, args: readonly string[], settings: Record<string, string> = {}): Running =>
    runNode('commands/load.js', ['--into-empty', '--refused', refusedFile, ...args], { DATA_DIR: dataDir, ...settings });
  const refusals = (): string[] =>
    readFileSync(refusedFile, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { line: number; reason: string })
      .sort((a, b) => a.line - b.line)
      .map(({ line, reason }) => `${line}: ${reason.replace(TAG, 'tag')}`);
  const storeOf = (dataDir: string): boolean => existsSync(path.join(dataDir, 'neo4j', 'data', 'databases', 'neo4j'));
  after(endAll);

  describe('makes the store that the ordinary way makes', () => {
    const first = mixedProposals(SEED, LINES, false);
    const second = mixedProposals(SEED + 1, LINES / 3 - 3, true) + endedProperty();
    let ordinary: { graph: string[]; refused: string[] };
    let ordinaryWithErased: { graph: string[]; refused: string[] };
    let searched: string[];

    async function foundBy({ url }: RunningCairn): Promise<string[]> {
      const json = { entity: 'dataset', input: 'table1', start: 0, count: 100 };
      const { body } = await makeClient(() => url, SVC).send<{ value: { entities: string[] } }>('POST', '/entities?action=search', {
        json,
      });
      return body.value.entities.toSorted();
    }

    before(async () => {
      const cairn = await startCairn();
      const load = async (name: string, text: string): Promise<typeof ordinary> => {
        const run = runNode('commands/load.js', [fileOf(name, text), '--url', cairn.url, '--refused', refusedFile, '--concurrency', '1']);
        expect((await run.end).code, run.stderr()).to.equal(1);
        return { graph: await wholeGraph(cairn.dataDir, since), refused: refusals() };
      };
      ordinary = await load('first', first);
      const client = makeClient(() => cairn.url, SVC);
      await eventually(async () => {
        const { body } = await client.send<{ index: { waiting: number } }>('GET', '/health/detailed');
        expect(body.index.waiting).to.equal(0);
      });
      searched = await foundBy(cairn);
      ordinaryWithErased = await load('second', second);
      await cairn.stop();
    });

    /** Shows only what differs. */
    function expectSame(got: readonly string[], expected: readonly string[]): void {
      const [here, there] = [new Set(got), new Set(expected)];
      expect({ more: got.filter((each) => !there.has(each)), less: expected.filter((each) => !here.has(each)) }).to.deep.equal({
        more: [],
        less: [],
      });
      expect(got).to.deep.equal(expected);
    }

    async function importedBy(name: string, text: string): Promise<{ cairn: RunningCairn; stderr: string; refused: string[] }> {
      const dataDir = throwAwayFolder();
      const run = intoEmpty(dataDir, [fileOf(name, text)]);
      expect((await run.end).code, run.stderr()).to.equal(1);
      expect(readdirSync(dataDir).filter((each) => each.startsWith('neo4j'))).to.deep.equal(['neo4j']);
      return { cairn: await startCairn({ DATA_DIR: dataDir }), stderr: run.stderr(), refused: refusals() };
    }

    async function expectWhole(cairn: RunningCairn): Promise<void> {
      const verify = runNode('commands/verify.js', ['--url', cairn.url]);
      expect((await verify.end).code, verify.stdout() + verify.stderr()).to.equal(0);
    }

    it('node by node and edge by edge, with the same lines refused; verify finds nothing, search finds what is there', async () => {
      const { cairn, stderr, refused } = await importedBy('first', first);
      expectSame(refused, ordinary.refused);
      expectSame(await wholeGraph(cairn.dataDir, since), ordinary.graph);
      expect(stderr).to.match(new RegExp(`${linesOf(first)} proposals, \\d+/s, \\d+ refused, 100 %`));
      await expectWhole(cairn);
      expect(searched).to.not.be.empty;
      await eventually(async () => expect(await foundBy(cairn)).to.deep.equal(searched), 60_000);
      await cairn.stop();
    });

    it('also where the file deletes whole entities', async () => {
      const { cairn, stderr, refused } = await importedBy('both', first + second);
      const after = ordinaryWithErased.refused.map((each) => each.replace(/^\d+/, (number) => String(Number(number) + linesOf(first))));
      expectSame(refused, [...ordinary.refused, ...after]);
      expect(stderr).to.contain('The file deletes whole entities');
      expectSame(await wholeGraph(cairn.dataDir, since), ordinaryWithErased.graph);
      await expectWhole(cairn);
      await cairn.stop();
    });
  });

  describe('leaves the store empty, and says why,', () => {
    let dataDir: string;
    let file: string;
    beforeEach(() => {
      dataDir = throwAwayFolder();
      file = fileOf('small', `${JSON.stringify(proposal(urns.dataset('small'), 'status', status(false)))}\n`);
    });

    async function expectSaid(run: Running, said: string): Promise<void> {
      expect((await run.end).code).to.equal(1);
      expect(run.stderr()).to.contain(said);
      expect(run.stderr()).to.not.contain('    at ');
      expect(storeOf(dataDir)).to.equal(false);
    }

    it('where NEO4J_URI names a Neo4j', async () => {
      await expectSaid(intoEmpty(dataDir, [file], { NEO4J_URI: 'bolt://127.0.0.1:1' }), 'NEO4J_URI names another one');
    });

    it('where the file is not there', async () => {
      await expectSaid(intoEmpty(dataDir, ['/nowhere/file.jsonl']), '/nowhere/file.jsonl');
    });

    it('where the importer fails; afterwards the load can run again, from standard input too, once', async () => {
      const home = throwAwayFolder();
      mkdirSync(path.join(home, 'lib'));
      writeFileSync(path.join(home, 'lib', 'neo4j-server-5.0.0.jar'), '');
      await expectSaid(intoEmpty(dataDir, [file], { NEO4J_HOME: home }), "Neo4j's importer failed, and the store is still empty");
      const again = intoEmpty(dataDir, ['-']);
      again.child.stdin.end(readFileSync(file));
      expect((await again.end).code, again.stderr()).to.equal(0);
      expect(storeOf(dataDir)).to.equal(true);
      const third = intoEmpty(dataDir, [file]);
      expect((await third.end).code).to.equal(1);
      expect(third.stderr()).to.contain('has a store already');
    });
  });
});
