/** Events in any order, repeated and in any batches, make the same catalog (docs/openlineage.md). */
import { expect } from 'chai';
import fc from 'fast-check';
import { Refusal } from '../../../src/errors.ts';
import { readEvents } from '../../../src/http/openlineage/event.ts';
import { datasetEvent, type Json, jobEvent, runEvent, stateOf, storeOf, table } from './events.ts';

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
const some = <Value>(...values: readonly Value[]) => fc.constantFrom(...values);

const columns = fc.array(some('id', 'price', 'city'), { maxLength: 3 });
const name = some('a', 'b', 'c', 'd');
const columnLineage = fc
  .tuple(some('id', 'price'), name, some('id', 'city'), some('IDENTITY', 'AGGREGATION'))
  .map(([column, of, field, subtype]) => ({
    fields: { [column]: { inputFields: [{ namespace: 'postgres://db:5432', name: of, field, transformations: [{ type: 'DIRECT', subtype }] }] } },
    dataset: subtype === 'IDENTITY' ? [{ namespace: 'postgres://db:5432', name: of, field: 'city' }] : [],
  }));
const datasetFacets = fc.record(
  {
    schema: columns.map((names) => ({ fields: [...new Set(names)].map((each) => ({ name: each, type: 'int' })) })),
    documentation: some({ description: 'one' }, { description: 'two' }, { _deleted: true, description: '' }),
    ownership: some({ owners: [{ name: 'ann' }] }, { owners: [{ name: 'team:x', type: 'MAINTAINER' }, { name: 'ann' }] }, { owners: [] }),
    tags: some(
      { tags: [{ key: 'pii', value: 'true' }] },
      {
        tags: [
          { key: 'tier', value: '1' },
          { key: 'pii', value: '', field: 'id' },
        ],
      },
    ),
    lifecycleStateChange: some({ lifecycleStateChange: 'DROP' }, { lifecycleStateChange: 'CREATE' }),
    datasetType: some({ datasetType: 'TABLE' }, { datasetType: 'VIEW' }),
    mine: some({ x: 1 }, { x: 2 }, { _deleted: true }),
    columnLineage,
    dataQualityMetrics: some({ rowCount: 4, columnMetrics: { id: { nullCount: 1, min: 2 } } }, { rowCount: 5 }),
  },
  { requiredKeys: [] },
);
const inputs = fc.array(
  fc.tuple(name, datasetFacets, some<Json>({}, { dataQualityAssertions: { assertions: [{ assertion: 'not_null', success: true, column: 'id' }] } })),
  { maxLength: 3 },
);
const outputs = fc.array(fc.tuple(name, datasetFacets, some<Json>({}, { outputStatistics: { rowCount: 7, size: 70 } })), { maxLength: 3 });
const jobFacets = fc.record(
  {
    documentation: some({ description: 'j1' }, { description: 'j2' }),
    sql: some({ query: 'select 1' }, { query: 'select 2' }),
    jobType: some({ processingType: 'BATCH', integration: 'SPARK', jobType: 'QUERY' }, { processingType: 'STREAMING', integration: 'SPARK' }),
    ownership: some({ owners: [{ name: 'bob' }] }, { owners: [] }),
    other: some({ y: 1 }, { y: 2 }),
  },
  { requiredKeys: [] },
);
const runFacets = fc.record(
  {
    parent: some(
      { run: { runId: 'p1' }, job: { namespace: 'prod', name: 'dag' } },
      { run: { runId: 'p2' }, job: { namespace: 'prod', name: 'dag' } },
    ),
    errorMessage: some({ message: 'no', programmingLanguage: 'JAVA' }),
    nominalTime: some({ nominalStartTime: '2026-01-31T00:00:00Z' }),
    jobDependencies: some({ upstream: [{ job: { namespace: 'prod', name: 'shop.before' }, run: { runId: 'r0' } }] }),
  },
  { requiredKeys: [] },
);
// Few times and names, so that events often collide.
const event = fc
  .record({
    what: some('run', 'run', 'run', 'run', 'job', 'dataset'),
    run: some('r1', 'r2', 'r3'),
    type: some('START', 'RUNNING', 'COMPLETE', 'FAIL', 'ABORT', 'OTHER'),
    at: fc.integer({ min: 0, max: 4 }),
    job: some('shop.load'),
    runFacets,
    jobFacets,
    inputs,
    outputs,
  })
  .map(({ what, inputs: read, outputs: written, ...said }): Json => {
    const all = {
      ...said,
      // A run is a run of one job.
      job: what === 'run' && said.run === 'r3' ? 'other' : said.job,
      inputs: read.map(([each, facets, inputFacets]) => table(each, facets, { inputFacets })),
      outputs: written.map(([each, facets, outputFacets]) => table(each, facets, { outputFacets })),
    };
    if (what === 'run') return runEvent(all);
    return what === 'job' ? jobEvent(all) : datasetEvent(all.inputs[0] ?? table('a', { documentation: { description: 'z' } }), said.at);
  });

/** By the end of the title. */
const RUNS = { '': 12, ' [long]': 60 };

/** Another order, with repetitions, partly in lists. */
const reordered = (events: readonly Json[]) =>
  fc
    .tuple(
      fc.shuffledSubarray([...events], { minLength: events.length }),
      fc.array(fc.integer({ min: 0, max: events.length - 1 }), { maxLength: 3 }),
      fc.integer({ min: 1, max: 4 }),
    )
    .map(([order, again, size]) => {
      const sent = [...order, ...again.map((index) => events[index] as Json)];
      return Array.from({ length: Math.ceil(sent.length / size) }, (_, index) => sent.slice(index * size, (index + 1) * size));
    });

describe('OpenLineage events', () => {
  for (const [more, times] of Object.entries(RUNS))
    it(`make the same catalog in any order, repeated, and in any lists (SEED=${seed})${more}`, async () => {
      const sequences = fc.array(event, { minLength: 1, maxLength: 8 }).chain((events) => fc.tuple(fc.constant(events), reordered(events)));
      await fc.assert(
        fc.asyncProperty(sequences, async ([events, requests]) => {
          expect(stateOf(await storeOf(...requests))).to.deep.equal(stateOf(await storeOf(...events)));
        }),
        { seed, numRuns: times },
      );
    });

  it('are refused with one sentence if a list is too long, before its items are checked', () => {
    const inputs = Array.from({ length: 50_001 }, () => 'no dataset');
    const refused = (): unknown =>
      readEvents({ eventTime: '2026-01-01T00:00:00Z', producer: 'p', run: { runId: 'r' }, job: { namespace: 'n', name: 'j' }, inputs });
    expect(refused).to.throw(Refusal).with.nested.property('details[0].pointer', '/inputs');
    expect(refused).to.throw(Refusal).with.property('details').with.length(1);
  });
});
