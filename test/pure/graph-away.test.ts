/** What a Neo4j meets that was away (docs/operations.md 5): one question, before anything else is sent to it. */
import { expect } from 'chai';
import { Neo4jError } from 'neo4j-driver';
import { Refusal } from '../../src/errors.ts';
import { readHead } from '../../src/graph/commit-log.ts';
import type { Graph } from '../../src/graph/driver.ts';
import { probe } from '../../src/graph/presence.ts';
import { loadStatements } from '../../src/graph/statements.ts';

const REQUESTS = 200;

/** A Neo4j that is away, and then answers when the test says so. */
function fakeNeo4j() {
  const asked: string[] = [];
  let away = true;
  let answer = (): void => undefined;
  const logged: string[] = [];
  const session = () => ({
    async run(text: string) {
      asked.push(text);
      if (away) throw new Neo4jError('Failed to connect to server', 'ServiceUnavailable', '', '');
      if (asked.length === 2) await new Promise<void>((resolve) => (answer = resolve));
      return { records: [] };
    },
    beginTransaction: () => undefined,
    close: async () => undefined,
  });
  const graph = {
    driver: { session },
    log: (event: string) => void logged.push(event),
    uri: 'bolt://there',
    asked: { statements: 0, rows: 0 },
    seen: { epoch: '', at: 0 },
    trouble: { present: undefined, asking: undefined, unwritten: undefined, comeback: () => ({ phases: '' }) },
  } as unknown as Graph;
  const listens = (): void => {
    away = false;
  };
  return { graph, asked, logged, listens, answers: () => answer() };
}

const refusalOf = (work: Promise<unknown>): Promise<string> => work.then(String, (error) => (error instanceof Refusal ? error.code : String(error)));

describe('A Neo4j that was away', () => {
  before(loadStatements);

  it('is asked one question, however many requests and looks at health there are, and they get through once it has answered', async () => {
    const { graph, asked, logged, listens, answers } = fakeNeo4j();
    expect(await refusalOf(readHead(graph))).to.equal('graph-away');
    listens();
    const looks = Array.from({ length: 5 }, () => probe(graph));
    const refused = await Promise.all(Array.from({ length: REQUESTS }, () => refusalOf(readHead(graph))));
    expect(new Set(refused)).to.deep.equal(new Set(['graph-away']));
    expect(asked).to.have.length(2);

    const waiting = Array.from({ length: REQUESTS }, () => readHead(graph));
    answers();
    await Promise.all(waiting);
    expect(await Promise.all(looks)).to.deep.equal(Array(5).fill(undefined));
    expect(asked).to.have.length(2 + REQUESTS);
    expect(logged).to.deep.equal(['graph.lost', 'graph.back']);
  });

  it('that does not listen is asked at each request, which is refused at once', async () => {
    const { graph, asked } = fakeNeo4j();
    for (let count = 0; count < 3; count++) expect(await refusalOf(readHead(graph))).to.equal('graph-away');
    expect(asked).to.have.length(3);
  });
});
