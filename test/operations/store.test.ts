/**
 * A store knows what it is (docs/data-model.md 2.8): its format, its epoch, and who writes to it. A backup that is restored, and the writes of
 * other versions, are made by hand in Neo4j.
 */
import { expect } from 'chai';
import neo4j, { type Driver } from 'neo4j-driver';
import type { ChangesPage } from '../support/changes.ts';
import { type Client, makeClient } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { description, ownNames, proposal, upstreams, urns } from '../support/make.ts';
import { SVC } from '../support/names.ts';
import { endAll, type RunningCairn, runNode, startCairn, startingCairn, throwAwayFolder } from '../support/process.ts';
import { typesense } from '../support/run-engines.ts';
import { emptyEngines } from '../support/shared-engines.ts';

const own = ownNames('store');
const CATCH_UP_MS = 90_000;

describe('A store knows what it is', function () {
  this.timeout(600_000);
  const dataDir = throwAwayFolder();
  let settings: Record<string, string>;
  let driver: Driver;
  let cairn: RunningCairn;
  let client: Client;

  before(async () => {
    settings = { ...(await emptyEngines()), DATA_DIR: dataDir, WEBHOOK_PRIVATE_TARGETS: 'true' };
    const { NEO4J_URI = '', NEO4J_USERNAME = '', NEO4J_PASSWORD = '' } = settings;
    driver = neo4j.driver(NEO4J_URI, neo4j.auth.basic(NEO4J_USERNAME, NEO4J_PASSWORD), { disableLosslessIntegers: true });
    await start();
  });
  after(async () => {
    await cairn?.stop();
    await driver?.close();
    await endAll();
  });

  async function start(args: readonly string[] = []): Promise<void> {
    cairn = await startCairn(settings, args);
    client = makeClient(() => cairn.url, SVC);
  }

  async function cypher<Row>(text: string, params: Record<string, unknown> = {}): Promise<Row[]> {
    const { records } = await driver.executeQuery(text, params);
    return records.map((record) => record.toObject() as Row);
  }

  const store = async () =>
    (await cypher<{ s: { format: number; writtenBy: string; epoch: string; seq: number } }>('MATCH (s:Store) RETURN properties(s) AS s')).map(
      ({ s }) => s,
    );
  const epoch = async (): Promise<string> => (await store())[0]?.epoch ?? '';
  const changes = (query: string) => client.send<ChangesPage & { code: string }>('GET', `/changes?${query}`);
  const lines = (event: string) => cairn.log.filter((line) => line.event === event);
  const write = (urn: string, text: string) => client.ingestProposal(proposal(urn, 'datasetProperties', description(text)));

  /** As if a backup from before these entities were restored. */
  async function restoreTo(seq: number, without: readonly string[]): Promise<void> {
    await cypher('MATCH (e:Entity) WHERE e.urn IN $without OPTIONAL MATCH (e)-[:LATEST]->(a:Aspect) DETACH DELETE e, a', { without });
    // Cairn itself counts coverage some seconds after a start.
    await cypher('MATCH (c:Commit {seq: $seq}), (p:Point) WHERE p.at > c.at DELETE p', { seq: neo4j.int(seq) });
    await cypher('MATCH (c:Commit) WHERE c.seq > $seq DELETE c', { seq: neo4j.int(seq) });
    await cypher('MATCH (l:Log), (c:Commit {seq: $seq}) SET l.seq = c.seq, l.at = c.at, l.changed = c.changed', { seq: neo4j.int(seq) });
  }

  async function indexed(): Promise<void> {
    await eventually(async () => {
      const { body } = await client.send<{ index: { building: boolean; waiting: number } }>('GET', '/health/detailed');
      expect(body.index).to.include({ building: false, waiting: 0 });
    }, CATCH_UP_MS);
  }

  async function verified(): Promise<void> {
    await indexed();
    const run = runNode('commands/verify.js', ['--url', cairn.url]);
    expect(await run.end, run.stdout() + run.stderr()).to.deep.equal({ code: 0, signal: null });
  }

  async function ask<Body>(method: string, what: string, body?: object): Promise<Body> {
    const { TYPESENSE_URL: url = '', TYPESENSE_API_KEY: apiKey = '' } = settings;
    return (await (await typesense({ typesense: { url, apiKey } }, what, { method, ...(body && { body: JSON.stringify(body) }) })).json()) as Body;
  }

  const aliases = async (): Promise<string[]> => (await ask<{ aliases: { name: string }[] }>('GET', '/aliases')).aliases.map(({ name }) => name);

  /** As if an earlier version had made the search index: it has other fields, another name and another alias. */
  async function earlierIndex(name: string): Promise<void> {
    for (const alias of await aliases()) await ask('DELETE', `/aliases/${alias}`);
    await ask('POST', '/collections', { name, fields: [{ name: 'title', type: 'string' }] });
    await ask('POST', `/collections/${name}/documents`, { id: '1', title: 'older' });
    await ask('PUT', '/aliases/cairn', { collection_name: name });
    await ask('POST', '/collections/cairn-cursors/documents', { id: name, next: false, log: 'older', seq: 1, at: 1, changed: 1, from: 1 });
  }

  it('has a format, the version that wrote it, and an epoch, which each commit and each place names', async () => {
    const [{ format, writtenBy, epoch: present = '', seq } = { format: 0, writtenBy: '', epoch: undefined, seq: 0 }, ...more] = await store();
    expect([format, more]).to.deep.equal([2, []]);
    expect(writtenBy).to.match(/^\d+\.\d+\.\d+(-dev)?$/);
    expect(await cypher('MATCH (c:Commit) WHERE c.epoch IS NULL OR c.epoch <> $present RETURN c.seq', { present })).to.deep.equal([]);
    const written = await write(urns.dataset(own()), 'one');
    expect(written.headers.get('X-Svc-Epoch')).to.equal(present);
    const { body } = await changes(`after=${present}-${seq}`);
    expect(body.changes[0]?.id).to.equal(`${present}-${seq + 1}.1`);
    expect(body.next).to.equal(`${present}-${written.headers.get('X-Svc-Seq')}`);
  });

  it('makes right what a Cairn has written that does not know the format, while another one runs [long]', async () => {
    const [urn, up] = [urns.dataset(own()), urns.dataset(own())];
    await client.ingestProposal(proposal(up, 'datasetProperties', description('up')));
    await client.ingestProposal(proposal(urn, 'upstreamLineage', upstreams(up)));
    await indexed();
    // Its model has no lineage, and its search documents are another server's.
    await cypher('MATCH (e:Entity {urn: $urn})-[r]->(:Entity) WHERE r.aspect = "upstreamLineage" DELETE r', { urn });
    const [last] = await cypher<{ changes: string }>('MATCH (c:Commit) RETURN c.changes AS changes ORDER BY c.seq DESC LIMIT 1');
    await cypher(
      `MATCH (l:Log) SET l._l = 1 WITH l SET l.seq = l.seq + 1, l.changed = l.changed + 1
       CREATE (:Commit {seq: l.seq, at: l.at, changed: l.changed, server: 'old', changes: $changes})`,
      { changes: last?.changes },
    );
    await eventually(async () => expect(lines('store.unknown-writer')[0]).to.deep.include({ commits: 1, entities: 1, repaired: 1 }), CATCH_UP_MS);
    await verified();
  });

  const goesOnFromBackup = async (): Promise<void> => {
    const { body: hook } = await client.send<{ id: string; epoch: string }>('POST', '/webhooks', { json: { url: 'http://127.0.0.1:9/' } });
    const list = await client.send<{ scrollId: string }>('GET', '/openapi/v3/entity/dataplatform?count=1');
    const before = await epoch();
    expect(hook.epoch).to.equal(before);
    const backup = (await store())[0]?.seq ?? 0;
    const lost = [urns.dataset(own()), urns.dataset(own())];
    for (const urn of lost) await write(urn, 'lost');
    const place = (await changes(`after=${before}-${backup}`)).body.next;
    await indexed();
    await cairn.stop();
    await restoreTo(backup, lost);
    await start();
    const after = await epoch();
    expect(after).not.to.equal(before);
    expect(lines('store.epoch')).to.have.length(1);
    expect(lines('store.epoch')[0]).to.include({ earlier: before, epoch: after });

    for (const query of [`after=${place}`, `after=${before}-${backup}`, `order=newest&after=${place}`]) {
      const gone = await changes(query);
      expect([gone.status, gone.body.code], query).to.deep.equal([410, 'other-epoch']);
      expect(gone.text).to.include(`note ${after}-`);
    }
    const stream = await client.send('GET', '/changes', { headers: { Accept: 'text/event-stream', 'Last-Event-ID': `${place}.1` } });
    expect(stream.status).to.equal(410);
    const named = await client.send('GET', '/openapi/v3/entity/dataplatform?count=1', { headers: { 'X-Svc-Seq': place } });
    expect(named.status).to.equal(410);
    const scroll = await client.send('GET', `/openapi/v3/entity/dataplatform?count=1&scrollId=${list.body.scrollId}`);
    expect(scroll.status).to.equal(410);

    const state = async () => (await client.send<{ state: string; reason: string }>('GET', `/webhooks/${hook.id}`)).body;
    await eventually(async () => expect((await state()).state).to.equal('suspended'), CATCH_UP_MS);
    expect((await state()).reason).to.include('another life');
    const resumed = await client.send<{ code: string }>('POST', `/webhooks/${hook.id}/resume`, { json: {} });
    expect([resumed.status, resumed.body.code]).to.deep.equal([410, 'other-epoch']);
    const replayed = await client.send<{ state: string; epoch: string }>('POST', `/webhooks/${hook.id}/replay`, {
      json: { after: `${after}-${backup}` },
    });
    expect([replayed.status, replayed.body.state, replayed.body.epoch]).to.deep.equal([200, 'active', after]);
    await client.send('DELETE', `/webhooks/${hook.id}`);

    // A number is of this life, with a warning. The beginning is the same in each.
    const bare = await changes(`after=${backup}`);
    expect(bare.headers.get('X-Svc-Warning')).to.include('present life');
    expect((await changes('after=0')).headers.get('X-Svc-Warning')).to.equal(null);
  };

  it('begins a new epoch if a backup was restored: no place of before goes on, and webhooks wait', goesOnFromBackup);

  it('builds the index anew if a backup was restored, and has no difference then [long]', async () => {
    await goesOnFromBackup();
    await verified();
  });

  it('goes on in its epoch after an ordinary restart, and begins another one with --restored [long]', async () => {
    const before = await epoch();
    await cairn.stop();
    await start(['--demo']);
    expect(await epoch()).to.equal(before);
    // The demo is not loaded into a store that contains other entities.
    expect((await cairn.event('demo.refused')).entities).to.be.greaterThan(0);
    await cairn.stop();
    await start(['--restored']);
    expect(await epoch()).not.to.equal(before);
    expect((await changes(`after=${before}-1`)).status).to.equal(410);
  });

  it('gets its format and epoch from the first upgrade step, if an earlier version made it; the step goes on where it stood [long]', async () => {
    const { body: hook } = await client.send<{ id: string }>('POST', '/webhooks', { json: { url: 'http://127.0.0.1:9/' } });
    await cairn.stop();
    // Under another name, so that neither the index nor this server has seen an epoch of it.
    await cypher('DROP CONSTRAINT dirty_closed');
    await cypher('MATCH (d:Dirty) DETACH DELETE d');
    await cypher('MATCH (c:Commit) REMOVE c.epoch');
    await cypher('MATCH (s:Store) REMOVE s:Store, s.format, s.epoch, s.earlier, s.writtenBy, s.checkedTo SET s.upgradedTo = "3", s.name = "older"');
    await cypher('MATCH (e:Entity) WHERE e.type = "dataPlatform" SET e:Dirty, e.mark = "m", e.markedAt = 1');
    const index = 'cairn_0123456789_1';
    await earlierIndex(index);
    await start();
    // A search never sees documents of another format: it finds what the new index has so far, and says how much is missing.
    const { status, body: some } = await client.send<{ value: unknown }>('POST', '/entities?action=search', {
      json: { input: 'older', entity: 'dataset' },
    });
    expect(status, JSON.stringify(some)).to.equal(200);
    expect([lines('index.other-format').length, lines('index.lost').length]).to.deep.equal([1, 0]);
    expect(lines('store.upgraded').map(({ format }) => format)).to.deep.equal([1, 2]);
    expect(await cypher('MATCH (d:Dirty) WHERE d.urn IS NOT NULL RETURN d')).to.deep.equal([]);
    const { body } = await client.send<{ epoch: string }>('GET', `/webhooks/${hook.id}`);
    expect(body.epoch).to.equal(await epoch());
    await client.send('DELETE', `/webhooks/${hook.id}`);
    await write(urns.dataset(own()), 'in the new format');
    await verified();
    const left = (await ask<{ name: string }[]>('GET', '/collections')).map(({ name }) => name);
    expect([left.includes(index), (await aliases()).includes('cairn')], 'the earlier index goes when the new one is complete').to.deep.equal([
      false,
      false,
    ]);
    expect(lines('store.unknown-writer'), 'commits of before the upgrade are known').to.deep.equal([]);
    await cairn.stop();
    await start();
    expect(lines('store.upgrading')).to.deep.equal([]);
  });

  it('lets no Cairn before 0.3 write, because that marks what it writes; also if the store was opened to them in between [long]', async () => {
    await cairn.stop();
    await cypher('MATCH (d:Dirty) REMOVE d:Dirty');
    await start();
    const urn = urns.dataset(own());
    await write(urn, 'known');
    const marked = await cypher('MATCH (e:Entity {urn: $urn}) SET e._l = 1, e:Dirty, e.mark = "m"', { urn }).catch((error: Error) => error.message);
    expect(marked).to.include('already exists');
  });

  it('is accepted again when it has the format of this version again [long]', async () => {
    await cypher('MATCH (s:Store) SET s.format = 99, s.writtenBy = "9.9.0"');
    await cairn.stop();
    const refused = await startingCairn(settings);
    expect((await refused.end).code).to.equal(1);
    await cypher('MATCH (s:Store) SET s.format = 2');
    await start();
    expect((await write(urns.dataset(own()), 'again')).status).to.equal(200);
  });

  it('is refused while it has a newer format, at the start with both versions, and by a server that runs', async () => {
    await cypher('MATCH (s:Store) SET s.format = 99, s.writtenBy = "9.9.0"');
    const late = await write(urns.dataset(own()), 'too late');
    expect([late.status, (late.body as { code?: string }).code]).to.deep.equal([503, 'store-upgraded']);
    await cairn.stop();
    const refused = await startingCairn(settings);
    expect((await refused.end).code).to.equal(1);
    expect((await refused.event('server.refused')).reason).to.match(
      /format 99, which Cairn 9\.9\.0 has written; this is Cairn \d.*start Cairn 9\.9\.0 or later, or restore a backup/,
    );
  });
});
