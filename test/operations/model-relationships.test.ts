/** The model of a store gains and loses relationships: its edges follow (docs/semantics.md 8.2: edges are what the latest aspects say). */
import { expect } from 'chai';
import { type Client, makeClient } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { ownNames, proposal, urns } from '../support/make.ts';
import { type ModelFolder, modelFolder } from '../support/model-folder.ts';
import { SVC } from '../support/names.ts';
import { endAll, type RunningCairn, runNode, startCairn } from '../support/process.ts';
import { emptyEngines } from '../support/shared-engines.ts';

const own = ownNames('rules');
const DATASET = '{type: string, format: urn, x-urn: {types: [dataset]}';

/** An aspect of datasets: `copyOf` and `fedBy`, each with a relationship or without; a table of columns, with column lineage or without. */
const aspect = (copyOf: string, fedBy: string, columns: string): Record<string, string | object> => ({
  'entities/dataset-more.yaml': { extend: true, name: 'dataset', aspects: ['origins'] },
  'aspects/origins.yaml': `
x-aspect: {name: origins, record: dataset.Origins, kind: versioned}
type: object
properties:
  copyOf: ${DATASET}${copyOf}}
  fedBy: {type: array, items: ${DATASET}${fedBy}}}
  columns:
    type: array
    ${columns}
    items:
      type: object
      properties:
        from: {type: array, items: {type: string, format: urn}}
        to: {type: array, items: {type: string, format: urn}}
`,
});
const BEFORE = aspect(
  ', x-relationship: {name: CopyOf, to: [dataset], lineage: upstream}',
  '',
  "x-column-lineage: {upstreams: 'from[]', downstreams: 'to[]'}",
);
const AFTER = aspect('', ', x-relationship: {name: FedBy, to: [dataset], lineage: upstream}', '');

describe('Edges follow a model that gains or loses a relationship', function () {
  this.timeout(300_000);
  const folders: ModelFolder[] = [];
  let settings: Record<string, string>;
  let cairn: RunningCairn;
  let api: Client;
  const [copy, root, feeder] = [urns.dataset(own()), urns.dataset(own()), urns.dataset(own())];
  const column = (dataset: string, path: string): string => urns.of('schemaField', `(${dataset},${path})`);
  const many = Array.from({ length: 250 }, () => urns.dataset(own()));
  const [early, late] = [many[0] as string, many.at(-1) as string];
  let written = 0;

  const serverOf = (files: Record<string, string | object>): Promise<RunningCairn> => {
    const folder = modelFolder(files);
    folders.push(folder);
    return startCairn({ ...settings, MODEL_DIR: folder.path });
  };
  const start = async (files: Record<string, string | object>): Promise<void> => {
    cairn = await serverOf(files);
    api = makeClient(() => cairn.url, SVC);
  };
  const write = async (urn: string, value: unknown): Promise<void> => {
    const answer = await api.ingestProposal(proposal(urn, 'origins', value));
    expect(answer.status, answer.text).to.equal(200);
  };
  const edges = async (urn: string, direction: string, types: string): Promise<string[]> =>
    (await api.relationships(urn, direction, { types })).body.relationships.map(({ type, entity }) => `${type} ${entity}`);
  const upstream = async (urn: string): Promise<string[]> => {
    const { body } = await api.send<{ entities: { urn: string }[] }>('GET', `/lineage?urn=${encodeURIComponent(urn)}&direction=UPSTREAM`);
    return body.entities.map((each) => each.urn);
  };
  const rebuilt = async (client = api): Promise<{ done: number; repaired: number }> => {
    let progress = { building: true, done: 0, repaired: 0 };
    await eventually(async () => {
      progress = (await client.send<{ edges: typeof progress }>('GET', '/health/detailed')).body.edges;
      expect(progress.building).to.equal(false);
    }, 120_000);
    return progress;
  };

  let changed: { readonly repaired: number } | undefined;
  /** The new model, once. */
  const change = async (): Promise<{ readonly repaired: number }> => {
    if (changed) return changed;
    await cairn.stop();
    await start(AFTER);
    // While it is rebuilt: what is written now is what it should be at the end.
    for (const urn of [early, late]) await write(urn, { fedBy: [root] });
    changed = await rebuilt();
    return changed;
  };

  before(async () => {
    settings = await emptyEngines();
    await start(BEFORE);
    const value = { copyOf: root, fedBy: [feeder], columns: [{ from: [column(root, 'x')], to: [column(copy, 'y')] }] };
    await write(copy, { copyOf: feeder });
    await write(copy, value);
    const answer = await api.ingestProposalBatch(many.map((urn) => proposal(urn, 'origins', { copyOf: root, fedBy: [feeder] })));
    expect(answer.status, answer.text).to.equal(200);
    written = Date.now();
  });
  after(async () => {
    await cairn?.stop();
    await endAll();
    for (const folder of folders) folder.remove();
  });

  it('a write makes the edges of the model', async () => {
    await rebuilt();
    expect(await edges(copy, 'OUTGOING', 'CopyOf')).to.deep.equal([`CopyOf ${root}`]);
    expect(await upstream(column(copy, 'y'))).to.deep.equal([column(root, 'x')]);
  });

  it('removed relationships have no edges; new ones have edges, in both directions and as lineage', async () => {
    expect((await change()).repaired).to.be.greaterThan(200);
    expect(await edges(copy, 'OUTGOING', 'List(CopyOf,FedBy)')).to.deep.equal([`FedBy ${feeder}`]);
    expect((await api.relationships(feeder, 'INCOMING', { types: 'FedBy', count: 1000 })).body.total).to.equal(many.length - 2 + 1);
    expect(await edges(root, 'INCOMING', 'FedBy')).to.deep.equal([early, late].sort().map((urn) => `FedBy ${urn}`));
    expect(await upstream(copy)).to.deep.equal([feeder]);
    expect(await upstream(column(copy, 'y'))).to.deep.equal([]);
  });

  it('a new edge dates from the version that makes it, and ended edges stay as they were', async () => {
    const asOf = async (time: number): Promise<string[]> =>
      (await api.relationships(copy, 'OUTGOING', { types: 'FedBy', asOf: String(time) })).body.relationships.map(({ entity }) => entity);
    expect(await asOf(written)).to.deep.equal([feeder]);
  });

  it('with the earlier model again, everything is as it was, also the history [long]', async () => {
    await change();
    await cairn.stop();
    await start(BEFORE);
    await rebuilt();
    expect(await edges(copy, 'OUTGOING', 'List(CopyOf,FedBy)')).to.deep.equal([`CopyOf ${root}`]);
    expect(await upstream(copy)).to.deep.equal([root]);
    expect(await upstream(column(copy, 'y'))).to.deep.equal([column(root, 'x')]);
  });

  it('a server with the same model rebuilds nothing [long]', async () => {
    const { done } = await rebuilt();
    await cairn.stop();
    await start(BEFORE);
    expect((await rebuilt()).done).to.equal(done);
    expect(cairn.log.map(({ event }) => event)).not.to.include('edges.outdated');
  });

  it('of two servers with a new model one rebuilds, and both serve meanwhile [long]', async () => {
    await cairn.stop();
    await start(AFTER);
    // It stands still in the midst of it, or just before; the other one begins to serve.
    cairn.child.kill('SIGSTOP');
    const other = await serverOf(AFTER);
    const clients = [makeClient(() => other.url, SVC), api];
    const sent = many.slice(0, 100).map((urn, at) => ({ urn, from: at % 2 === 0 ? feeder : root }));
    const take = async (client: Client, part: typeof sent): Promise<void> => {
      for (const { urn, from } of part) {
        const answer = await client.ingestProposal(proposal(urn, 'origins', { copyOf: root, fedBy: [from] }));
        expect(answer.status, answer.text).to.equal(200);
      }
    };
    await take(clients[0] as Client, sent.slice(0, 20));
    cairn.child.kill('SIGCONT');
    await Promise.all(clients.map((client, at) => take(client, sent.slice(20 + 40 * at, 60 + 40 * at))));
    const progress = await Promise.all(clients.map((client) => rebuilt(client)));
    expect(progress[0]).to.deep.equal(progress[1]);
    expect(progress[0]?.done).to.be.at.least(many.length + 1);
    // The last one names the root since the model changed for the first time.
    const fedBy = new Map([[copy, feeder], ...many.map((urn) => [urn, feeder] as const), [late, root]]);
    for (const { urn, from } of sent) fedBy.set(urn, from);
    for (const client of clients) {
      for (const from of [feeder, root]) {
        const named = [...fedBy].flatMap(([urn, each]) => (each === from ? [urn] : []));
        expect((await client.relationships(from, 'INCOMING', { types: 'FedBy', count: 1000 })).body.entities).to.have.members(named);
      }
      expect((await client.relationships(root, 'INCOMING', { types: 'CopyOf' })).body.total).to.equal(0);
    }
    const { code } = await runNode('commands/verify.js', ['--url', other.url]).end;
    expect(code).to.equal(0);
    await other.stop();
  });
});
