/**
 * What becomes a key of an index of the graph is bounded, in bytes of UTF-8, before the graph is asked.
 */
import { expect } from 'chai';
import { api, encode } from '../support/client.ts';
import { ask } from '../support/graphql.ts';
import { description, ownNames, proposal, schemaMetadata, urns } from '../support/make.ts';
import { openapi } from '../support/openapi.ts';
import { expectRefusal } from '../support/refusals.ts';
import { edges, readEntity, write } from '../support/writes.ts';

const own = ownNames('keys');
const dataset = () => urns.dataset(own());
/** A letter of two bytes, and the most that a key may have. */
const WIDE = 'é';
const MOST = 8_000;

const withRun = (runId: string) => ({ systemMetadata: { runId, lastObserved: 1 } });
const column = (field: string, parent = dataset()) => urns.column(parent, field);
const lineageTo = (...columns: string[]) => ({
  upstreams: [],
  fineGrainedLineages: [{ upstreamType: 'FIELD_SET', upstreams: columns, downstreamType: 'FIELD', downstreams: [column('x')] }],
});
const profile = (more: Record<string, unknown>) => ({ timestampMillis: 1, rowCount: 1, ...more });
const partition = (text: string) => profile({ partitionSpec: { type: 'PARTITION', partition: text } });
const fieldOf = (fieldPath: string) => schemaMetadata([fieldPath]).fields[0];
const filled = (text: string, bytes: number) => text + 'x'.repeat(bytes - Buffer.byteLength(text));

describe('Values that are keys of an index (step 6, "Wrong data")', () => {
  const urn = dataset();
  const cases: [what: string, urn: string, aspect: string, value: unknown, more: Record<string, unknown>, pointer: RegExp][] = [
    ['runId', urn, 'datasetProperties', description('a'), withRun('r'.repeat(MOST + 1)), /^\/systemMetadata\/runId$/],
    ['runId of wide letters', urn, 'datasetProperties', description('a'), withRun(WIDE.repeat(MOST / 2 + 1)), /^\/systemMetadata\/runId$/],
    ['a partition', urn, 'datasetProfile', partition('p'.repeat(MOST)), {}, /^\/partitionSpec\/partition$/],
    ['a partition of wide letters', urn, 'datasetProfile', partition(WIDE.repeat(MOST / 2)), {}, /^\/partitionSpec\/partition$/],
    ['messageId', urn, 'datasetProfile', profile({ messageId: 'm'.repeat(MOST) }), {}, /^\/messageId$/],
    ['an owner', urn, 'ownership', { owners: [{ owner: urns.user('u'.repeat(MOST)), type: 'DATAOWNER' }] }, {}, /^\/owners\/0\/owner$/],
    ['a column', urn, 'upstreamLineage', lineageTo(column('f'.repeat(MOST))), {}, /^\/fineGrainedLineages\/0\/upstreams\/0$/],
    ['a column of wide letters', urn, 'upstreamLineage', lineageTo(column(WIDE.repeat(MOST / 2))), {}, /^\/fineGrainedLineages\/0\/upstreams\/0$/],
    [
      'a column of its own',
      urns.chart(own()),
      'inputFields',
      { fields: [{ schemaFieldUrn: column('x'), schemaField: fieldOf('f'.repeat(MOST)) }] },
      {},
      /^\/fields\/0\/schemaField\/fieldPath$/,
    ],
    ['the URN', column('f'.repeat(MOST)), 'schemafieldInfo', {}, {}, /^\/entityUrn$/],
    [
      'a property',
      urn,
      'structuredProperties',
      { properties: [{ propertyUrn: urns.of('structuredProperty', 'p'.repeat(MOST)), values: [] }] },
      {},
      /^\/properties\/0\/propertyUrn$/,
    ],
  ];
  for (const [what, on, aspect, value, more, pointer] of cases) {
    it(`${what} that is too long is refused with its pointer`, async () => {
      const { details } = expectRefusal(await api.ingestProposal(proposal(on, aspect, value, more)), [400, 422], '');
      expect(details?.[0]?.pointer).to.match(pointer);
      expect(details?.[0]?.expected).to.match(/bytes|URN/);
    });
  }

  it('the longest accepted values can be written and found', async () => {
    const run = filled(WIDE.repeat(10), MOST);
    const [holder, parent] = [dataset(), dataset()];
    const long = column('f'.repeat(MOST - Buffer.byteLength(column('', parent))), parent);
    await write(holder, 'datasetProperties', description('a'), withRun(run));
    const lineage = lineageTo(long);
    await write(holder, 'upstreamLineage', lineage);
    expect((await readEntity(holder)).aspects.datasetProperties?.systemMetadata?.runId).to.equal(run);
    const namers = [holder, lineage.fineGrainedLineages[0]?.downstreams[0]];
    expect(await edges(long, 'INCOMING')).to.deep.equal(namers.map((urn) => `DownstreamOf ${urn}`));
    const lastPartition = filled('p', MOST - 250 - Buffer.byteLength(holder));
    await write(holder, 'datasetProfile', partition(lastPartition));
    const { body } = await api.series({ urn: holder, entity: 'dataset', aspect: 'datasetProfile' });
    expect(JSON.parse(body.value.values[0]?.aspect.value ?? '').partitionSpec.partition).to.equal(lastPartition);
  });

  it('too long values are refused on every API', async () => {
    const long = 'r'.repeat(MOST + 1);
    const v3 = openapi('v3');
    const answer = await v3.post('dataset', urn, 'datasetProperties', { value: description('a'), systemMetadata: { runId: long } });
    expect(answer.status, answer.text).to.equal(400);
    const patch = await v3.patch('dataset', urn, 'structuredProperties', {
      patch: [{ op: 'add', path: '/properties/x', value: { propertyUrn: urns.of('structuredProperty', long), values: [] } }],
    });
    expect(patch.status, patch.text).to.equal(400);
    const snapshot = await api.send('POST', '/entities?action=ingest', {
      json: {
        entity: { value: { 'com.svc.metadata.snapshot.DatasetSnapshot': { urn, aspects: [{ 'com.svc.common.Status': { removed: false } }] } } },
        systemMetadata: { runId: long },
      },
    });
    expectRefusal(snapshot, [400, 422], 'runId');
    const { errors } = await ask(`mutation { upsertStructuredProperties(input: {assetUrn: "${urn}", structuredPropertyInputParams: [
      {structuredPropertyUrn: "${urns.of('structuredProperty', long)}", values: []}]}) { properties { values { __typename } } } }`);
    expect(errors?.[0]?.extensions.code).to.equal(400);
    expect((await api.send('GET', `/openapi/v3/entity/dataset/${encode(urn)}`)).status).to.equal(404);
  });

  it('other items of the batch are written', async () => {
    const answers = await Promise.all(
      Array.from({ length: 36 }, (_, at) =>
        api.ingestProposal(proposal(dataset(), 'datasetProperties', description('a'), at % 12 === 5 ? withRun('r'.repeat(9_000)) : {})),
      ),
    );
    expect(answers.map(({ status }) => status)).to.deep.equal(Array.from({ length: 36 }, (_, at) => (at % 12 === 5 ? 422 : 200)));
  });
});
