/**
 * A Cairn whose stores a test damages by hand, with statements and with calls of Typesense's own API.
 */
import { expect } from 'chai';
import neo4j, { type Driver } from 'neo4j-driver';
import { ALIAS } from '../../../src/search/index.ts';
import { type Client, makeClient } from '../../support/client.ts';
import { SVC } from '../../support/names.ts';
import { endAll, type RunningCairn, runNode, startCairn } from '../../support/process.ts';
import { emptyEngines } from '../../support/shared-engines.ts';
import type { Difference } from './damage.ts';

/** Starts it before the tests of the suite that calls this, and ends it after them. */
export function storeByHand() {
  let cairn: RunningCairn;
  let driver: Driver;
  const client: Client = makeClient(() => cairn.url, SVC);
  let engines: Record<string, string>;

  before(async () => {
    engines = await emptyEngines();
    cairn = await startCairn(engines);
    const { NEO4J_URI = '', NEO4J_USERNAME = '', NEO4J_PASSWORD = '' } = engines;
    driver = neo4j.driver(NEO4J_URI, neo4j.auth.basic(NEO4J_USERNAME, NEO4J_PASSWORD));
  });
  after(async () => {
    await driver?.close();
    await endAll();
  });

  /** A statement by hand; it must change something. */
  async function cypher(text: string, params: Record<string, unknown> = {}): Promise<void> {
    const { summary } = await driver.executeQuery(text, params);
    expect(summary.counters.containsUpdates(), text).to.equal(true);
  }

  /** A call of Typesense's own API about the documents of the present index. */
  async function documents(method: string, where: string, body?: unknown, collection = ALIAS): Promise<string> {
    const headers = { 'x-typesense-api-key': engines.TYPESENSE_API_KEY ?? '', 'Content-Type': 'application/json' };
    const address = `${engines.TYPESENSE_URL}/collections/${collection}/documents${where}`;
    const answer = await fetch(address, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    const text = await answer.text();
    expect(answer.status, text).to.be.within(200, 201);
    return text;
  }

  async function documentId(urn: string): Promise<string> {
    const all = (await documents('GET', '/export?include_fields=id,urn')).split('\n').map((line) => JSON.parse(line) as { id: string; urn: string });
    return all.find((each) => each.urn === urn)?.id ?? 'there is none';
  }

  async function verify(...args: string[]): Promise<{ code: number | null; differences: Difference[]; stderr: string }> {
    const run = runNode('commands/verify.js', ['--url', cairn.url, ...args]);
    const { code } = await run.end;
    const lines = run.stdout().split('\n');
    return { code, differences: lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Difference), stderr: run.stderr() };
  }

  async function write(proposals: readonly unknown[]): Promise<void> {
    const answer = await client.send('POST', '/aspects?action=ingestProposalBatch', {
      json: { proposals },
      headers: { 'X-Svc-Sync-Index-Update': 'true' },
    });
    expect(answer.status, answer.text).to.equal(200);
  }

  return { cypher, documents, documentId, verify, write, client, url: () => cairn.url, driver: () => driver, log: () => cairn.log };
}
