/**
 * One bad item, on every API that takes several: a request is one transaction, or with `async` what is valid, and what was refused is kept by its
 * run (docs/semantics.md 3.7).
 */
import { expect } from 'chai';
import { makePolicy, makeUser } from '../support/access.ts';
import { type Answer, api } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { type Operation, parametersOf, type Reference } from '../support/examples.ts';
import { act, snapshot, valueOf } from '../support/legacy.ts';
import { description, ownNames, proposal, urns } from '../support/make.ts';
import type { Schema } from '../support/sight/values.ts';
import { values } from '../support/writes.ts';

const own = ownNames('refuseditems');
const dataset = () => urns.dataset(own());

interface Kept {
  total: number;
  kept: number;
  items: { urn?: string; aspectName?: string; actor: string; code: string; message: string; value?: string }[];
}
interface Sent {
  readonly good: string;
  readonly bad: string;
  readonly run: string;
}

const refusedBy = (runId: string): Promise<Kept> => valueOf<Kept>('runs', 'refused', { runId });
const WRONG = { description: 7 };
const within = (runId: string) => ({ systemMetadata: { runId } });

/** Each sends a right description of `good`, one of `bad` that is a number, and something that cannot be read. */
const DOORS: Readonly<Record<string, (sent: Sent, async: boolean) => Promise<Answer>>> = {
  ingestProposalBatch: ({ good, bad, run }, async) =>
    act('aspects', 'ingestProposalBatch', {
      proposals: [
        proposal(good, 'datasetProperties', description('right'), within(run)),
        proposal(bad, 'datasetProperties', WRONG, within(run)),
        { ...proposal(bad, 'status', {}, within(run)), aspect: { value: '{', contentType: 'application/json' } },
      ],
      ...(async && { async: 'true' }),
    }),
  'OpenAPI v3': ({ good, bad, run }, async) =>
    api.send('POST', `/openapi/v3/entity/dataset${async ? '?async=true' : ''}`, {
      json: [
        { urn: good, datasetProperties: { value: description('right'), ...within(run) } },
        { urn: bad, datasetProperties: { value: WRONG, ...within(run) } },
        { urn: 'nothing', status: { value: {}, ...within(run) } },
      ],
    }),
  'OpenAPI v3, all types': ({ good, bad, run }, async) =>
    api.send('POST', `/openapi/v3/entity/generic${async ? '?async=true' : ''}`, {
      json: {
        dataset: [
          { urn: good, datasetProperties: { value: description('right'), ...within(run) }, noAspect: { value: {}, ...within(run) } },
          { urn: bad, datasetProperties: { value: WRONG, ...within(run) } },
        ],
      },
    }),
  'OpenAPI v2': ({ good, bad, run }, async) =>
    api.send('POST', `/openapi/v2/entity/dataset${async ? '?async=true' : ''}`, {
      json: [
        { urn: good, aspects: { datasetProperties: { value: description('right'), ...within(run) } } },
        { urn: bad, aspects: { datasetProperties: { value: WRONG, ...within(run) } } },
        { urn: bad, aspects: { noAspect: { value: {}, ...within(run) } } },
      ],
    }),
  batchIngest: ({ good, bad, run }, async) =>
    act('entities', 'batchIngest', {
      entities: [
        { value: snapshot('Dataset', good, ['dataset.DatasetProperties', description('right')]) },
        { value: snapshot('Dataset', bad, ['dataset.DatasetProperties', WRONG]) },
        { value: snapshot('Dataset', bad, ['dataset.Nothing', {}]) },
      ],
      systemMetadata: [1, 2, 3].map(() => ({ runId: run })),
      ...(async && { async: 'true' }),
    }),
};

/** What is refused of a patch is kept by this run: a patch names none. */
const NO_RUN = 'no-run-id-provided';

/** Each patches the description of `good` rightly, that of `bad` to a number, and an aspect that there is not. */
const PATCH_DOORS: Readonly<Record<string, (sent: Omit<Sent, 'run'>, async: boolean) => Promise<Answer>>> = Object.fromEntries(
  ['v2', 'v3'].map((version) => [
    `PATCH of OpenAPI ${version}`,
    ({ good, bad }: Omit<Sent, 'run'>, async: boolean) => {
      const item = (urn: string, aspect: string, value: unknown) => {
        const patch = { patch: [{ op: 'add', path: '/description', value }] };
        return version === 'v2' ? { urn, aspects: { [aspect]: patch } } : { urn, [aspect]: patch };
      };
      const json = [item(good, 'datasetProperties', 'right'), item(bad, 'datasetProperties', 7), item(bad, 'noAspect', 'x')];
      return api.send('PATCH', `/openapi/${version}/entity/dataset${async ? '?async=true' : ''}`, { json });
    },
  ]),
);

/** The operations that take `async`, and the doors above that send several items to them; of one item nothing can be left. */
const ASYNC: Readonly<Record<string, string>> = {
  'POST /aspects?action=ingestProposal': 'one item',
  'POST /aspects?action=ingestProposalBatch': 'ingestProposalBatch',
  'POST /entities?action=batchIngest': 'batchIngest',
  ...Object.fromEntries(
    ['v2', 'v3'].flatMap((version) => {
      const [type, aspect] = ['{entityType}', '{entityType}/{urn}/{aspect}'].map((rest) => `/openapi/${version}/entity/${rest}`);
      return [
        [`POST ${type}`, `OpenAPI ${version}`],
        [`PATCH ${type}`, `PATCH of OpenAPI ${version}`],
        ...['POST', 'PATCH'].map((method) => [`${method} ${aspect}`, 'one item']),
      ];
    }),
  ),
  ...Object.fromEntries(
    ['', '/openapi/openlineage'].flatMap((base) => ['', '/batch'].map((rest) => [`POST ${base}/api/v1/lineage${rest}`, 'OpenLineage'])),
  ),
};

describe('One bad item among several (docs/semantics.md 3.7)', () => {
  it('is tried at every operation that takes async', async () => {
    const { body: page } = await api.send<Reference>('GET', '/rpc/docs/reference.json');
    const schemas = page.components.schemas ?? {};
    const resolved = (schema: Schema = {}): Schema => schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema;
    const takes = (operation: Operation): boolean => {
      const schema = resolved(Object.values(operation.requestBody?.content ?? {})[0]?.schema);
      const fields = [schema, ...(schema.allOf ?? [])].map((each) => resolved(each).properties ?? {});
      return parametersOf(page, operation).some(({ name }) => name === 'async') || fields.some((each) => 'async' in each);
    };
    const rows = Object.entries(page.paths).flatMap(([where, item]) =>
      Object.entries(item).flatMap(([method, operation]) =>
        operation.operationId !== undefined && takes(operation) ? [`${method.toUpperCase()} ${where}`] : [],
      ),
    );
    expect(rows.sort()).to.deep.equal(Object.keys(ASYNC).sort());
    const doors = [...Object.keys(DOORS), ...Object.keys(PATCH_DOORS), 'OpenLineage', 'one item'];
    expect(Object.values(ASYNC).filter((door) => !doors.includes(door))).to.deep.equal([]);
  });

  for (const [name, send] of Object.entries(PATCH_DOORS))
    it(`${name}: refuses all, or with async writes what is valid and keeps what was refused`, async () => {
      const sent = { good: dataset(), bad: dataset() };
      const kept = async () => (await refusedBy(NO_RUN)).items.filter(({ urn }) => urn === sent.bad);
      expect((await send(sent, false)).status).to.be.oneOf([400, 422]);
      expect(await values(sent.good)).not.to.have.property('datasetProperties');
      expect(await kept()).to.deep.equal([]);
      const answer = await send(sent, true);
      expect(answer.status, answer.text).to.be.oneOf([200, 202]);
      expect((await values(sent.good)).datasetProperties).to.include({ description: 'right' });
      expect(await kept()).to.have.length(2);
      expect(answer.headers.get('x-svc-warning')).to.match(/^2 of \d aspects were refused: /);
    });

  for (const [name, send] of Object.entries(DOORS)) {
    it(`${name}: refuses all, and keeps nothing`, async () => {
      const sent = { good: dataset(), bad: dataset(), run: own() };
      expect((await send(sent, false)).status).to.be.oneOf([400, 422]);
      expect(await values(sent.good)).not.to.have.property('datasetProperties');
      expect(await refusedBy(sent.run)).to.deep.equal({ total: 0, kept: 0, items: [] });
    });

    it(`${name} with async: writes what is valid, and keeps what was refused with its reason`, async () => {
      const sent = { good: dataset(), bad: dataset(), run: own() };
      const answer = await send(sent, true);
      expect(answer.status, answer.text).to.be.oneOf([200, 202]);
      expect((await values(sent.good)).datasetProperties).to.include({ description: 'right' });
      const { total, items } = await refusedBy(sent.run);
      expect(total).to.equal(2);
      const wrong = items.find(({ aspectName, urn }) => aspectName === 'datasetProperties' && urn === sent.bad);
      expect(wrong).to.include({ code: 'bad-aspect-value', value: JSON.stringify(WRONG) });
      expect(wrong?.message).to.include('/description :: expected string, got 7');
      const warning = answer.headers.get('x-svc-warning') ?? '';
      expect(warning).to.match(/^2 of \d aspects were refused: /);
      expect(warning).to.include(`POST /runs?action=refused lists all of them under the run ${sent.run}`);
      for (const { message } of items) expect(warning).to.include(encodeURI(message.split(/[\n;]/)[0] ?? '').replaceAll('%20', ' '));
    });
  }

  it('OpenLineage with async writes the events that are valid', async () => {
    const [name, runId] = [own(), crypto.randomUUID()];
    const event = { eventTime: '2026-01-01T00:00:00Z', producer: 'p', schemaURL: 's', job: { namespace: 'n', name } };
    const send = (async: string) =>
      api.send('POST', `/api/v1/lineage/batch${async}`, { json: [event, { ...event, run: { runId }, eventTime: 'yesterday' }] });
    expect((await send('')).status).to.equal(400);
    const answer = await send('?async=true');
    expect(answer.body).to.deep.include({ events: 1 });
    expect(answer.headers.get('x-svc-warning')).to.include(`under the run ${runId}`);
    expect((await refusedBy(runId)).items[0]?.message).to.include('eventTime');
  });

  it('keeps what was refused also where nothing was valid, and one that is alone', async () => {
    const [urn, run, alone] = [dataset(), own(), own()];
    const wrong = proposal(urn, 'datasetProperties', WRONG, within(run));
    expect((await act('aspects', 'ingestProposalBatch', { proposals: [wrong, wrong], async: 'true' })).status).to.equal(422);
    expect(await refusedBy(run)).to.deep.include({ total: 2, kept: 1 });
    const single = proposal(urn, 'datasetProperties', WRONG, within(alone));
    expect((await act('aspects', 'ingestProposal', { proposal: single, async: 'true' })).status).to.equal(422);
    expect((await refusedBy(alone)).total).to.equal(1);
  });

  it('is in the list and the description of the run, in the metrics, and goes with the rollback', async () => {
    const [good, bad, run] = [dataset(), dataset(), own()];
    const counted = async (): Promise<number> =>
      Number(/^cairn_refused_items_total\{code="bad-aspect-value"\} (\d+)$/m.exec((await api.send('GET', '/metrics')).text)?.[1] ?? 0);
    const before = await counted();
    await DOORS.ingestProposalBatch?.({ good, bad, run }, true);
    await eventually(async () => expect(await counted()).to.be.above(before));
    const listed = await valueOf<{ runId: string; rows: number; refused: number }[]>('runs', 'list', { pageSize: 1000 });
    expect(listed.find(({ runId }) => runId === run)).to.include({ refused: 2 });
    const described = await act<{ value: unknown[]; refused: Kept }>('runs', 'describe', { runId: run });
    expect(described.body.refused.total).to.equal(2);
    expect(described.body.refused.items).to.have.length(2);
    expect(described.body.value).not.to.deep.equal([]);
    await valueOf('runs', 'rollback', { runId: run });
    expect(await refusedBy(run)).to.deep.equal({ total: 0, kept: 0, items: [] });
    // It has written, so its name stays known.
    expect((await act('runs', 'describe', { runId: run })).status).to.equal(200);
  });

  it('a run that was only refused is forgotten with its rollback', async () => {
    const [bad, run] = [dataset(), own()];
    await act('aspects', 'ingestProposal', { proposal: proposal(bad, 'datasetProperties', WRONG, within(run)), async: 'true' });
    expect((await refusedBy(run)).total).to.equal(1);
    await valueOf('runs', 'rollback', { runId: run });
    expect((await act('runs', 'describe', { runId: run })).status).to.equal(404);
  });

  it('of a hundred refused items, the warning names as many as it has room for and counts the others; all are kept', async () => {
    const [good, run] = [dataset(), own()];
    const proposals = Array.from({ length: 100 }, () => proposal(dataset(), 'datasetProperties', WRONG, within(run)));
    const answer = await act('aspects', 'ingestProposalBatch', {
      proposals: [...proposals, proposal(good, 'datasetProperties', description('right'))],
      async: true,
    });
    const warning = answer.headers.get('x-svc-warning') ?? '';
    const named = warning.split('expected string').length - 1;
    expect(named).to.be.above(4);
    expect(warning)
      .to.include('100 of 101 aspects were refused')
      .and.include(` and ${100 - named} more. POST /runs?action=refused`);
    expect((await refusedBy(run)).items).to.have.length(100);
  });

  it('a bulk change keeps what it was refused by its run, too', async () => {
    const [there, gone] = [dataset(), dataset()];
    await api.ingestProposal(proposal(there, 'datasetProperties', description('x')));
    const bulk = await api.send<{ id: string; runId: string }>('POST', '/bulk', {
      json: { urns: [there, gone], changes: { deprecation: { set: { note: 'Old' } } } },
    });
    await eventually(async () => {
      const { body } = await api.send<{ state: string }>('GET', `/bulk/${bulk.body.id}`);
      expect(body.state).to.equal('done');
    });
    expect((await refusedBy(bulk.body.runId)).items.map(({ urn, code }) => ({ urn, code }))).to.deep.equal([{ urn: gone, code: 'no-such-entity' }]);
  });

  // SECURITY.md C7
  it('keeps no value of what the model closes, and no reason that could repeat it', async () => {
    const [name, run] = [own(), own()];
    const urn = urns.of('dataHubSecret', name);
    const secret = 'hunter2'.repeat(3);
    const wrong = { name, value: { hidden: secret }, description: secret };
    await act('aspects', 'ingestProposal', { proposal: proposal(urn, 'dataHubSecretValue', wrong, within(run)), async: 'true' });
    const { total, items } = await refusedBy(run);
    expect(total).to.equal(1);
    expect(JSON.stringify(items)).not.to.include(secret);
  });

  // SECURITY.md R16
  it('who may write only a part keeps what was refused under its own name', async () => {
    const [good, run] = [dataset(), own()];
    await api.ingestProposal(proposal(good, 'datasetProperties', description('x')));
    const user = await makeUser(own());
    await makePolicy({ privileges: ['EDIT_ENTITY'], users: [user.urn], criteria: [{ field: 'URN', values: [good] }] });
    const other = dataset();
    const proposals = [
      proposal(good, 'datasetProperties', description('right'), within(run)),
      proposal(other, 'datasetProperties', description('right'), within(run)),
    ];
    const answer = await api.send('POST', '/aspects?action=ingestProposalBatch', { json: { proposals, async: 'true' }, headers: user.headers });
    expect(answer.status, answer.text).to.equal(200);
    const { items } = await refusedBy(run);
    expect(items.map(({ urn, actor, code }) => ({ urn, actor, code }))).to.deep.equal([{ urn: other, actor: user.urn, code: 'not-allowed' }]);
    expect(await values(other)).not.to.have.property('datasetProperties');
  });

  // SECURITY.md L19
  it('who may write nothing keeps nothing, and nobody pushes out what others were refused by the same run', async () => {
    const [bad, run] = [dataset(), own()];
    await act('aspects', 'ingestProposal', { proposal: proposal(bad, 'datasetProperties', WRONG, within(run)), async: 'true' });
    const stranger = await makeUser(own());
    const send = (proposals: readonly object[]): Promise<Answer> =>
      api.send('POST', '/aspects?action=ingestProposalBatch', { json: { proposals, async: 'true' }, headers: stranger.headers });
    const forbidden = await send([1, 2].map(() => proposal(dataset(), 'datasetProperties', description('x'), within(run))));
    expect(forbidden.status, forbidden.text).to.equal(403);
    expect(await refusedBy(run)).to.deep.include({ total: 1, kept: 1 });
    const junk = Array.from({ length: 1_001 }, (_, at) => proposal(`no urn ${at}`, 'status', {}, within(run)));
    expect((await send(junk)).status).to.equal(400);
    expect(await refusedBy(run)).to.deep.include({ total: 1_002, kept: 1_001 });
    const { items } = await valueOf<Kept>('runs', 'refused', { runId: run, start: 1_000 });
    expect(items.map(({ urn }) => urn)).to.deep.equal([bad]);
  });
});
