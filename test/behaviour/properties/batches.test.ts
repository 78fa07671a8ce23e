/**
 * A sequence of proposals comes to the same whether it is sent one by one, in one request each for itself, or (those that are accepted)
 * in one batch that is written all or nothing.
 */
import { expect } from 'chai';
import fc from 'fast-check';
import { api, encode, type Proposal } from '../../support/client.ts';
import { deletion, description, ownership, ownNames, proposal, status, tags, upstreams, urns } from '../../support/make.ts';
import { edges, readEntity, write } from '../../support/writes.ts';

const own = ownNames('batches');
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
/** By the end of the title. */
const RUNS = { '': 1, ' [long]': 32 };
const ENTITIES = 3;
const PROPERTY = urns.of('structuredProperty', own('p'));

/** The same entities and runs under other names, so that each way of sending has its own. */
interface World {
  readonly urns: readonly string[];
  readonly run: string;
}

const on = fc.nat(ENTITIES - 1);
const content = fc.nat(2 ** ENTITIES - 1);
const condition = fc.option(
  fc.constantFrom<Record<string, string>>(
    { 'If-Version-Match': '-1' },
    { 'If-Version-Match': '1' },
    { 'If-Version-Match': '2' },
    { 'If-None-Match': '*' },
  ),
  { nil: undefined, freq: 5 },
);
const ASPECTS = ['datasetProperties', 'upstreamLineage', 'status', 'ownership', 'globalTags', 'structuredProperties'] as const;
const written = fc.record({
  does: fc.constantFrom('UPSERT' as const, 'UPSERT' as const, 'UPDATE' as const, 'CREATE' as const, 'RESTATE' as const),
  on,
  aspect: fc.constantFrom(...ASPECTS),
  content,
  headers: condition,
  run: fc.boolean(),
});
const patched = fc.record({ does: fc.constant('PATCH' as const), on, content, add: fc.boolean(), headers: condition, run: fc.boolean() });
const deleted = fc.record({ does: fc.constant('DELETE' as const), on, aspect: fc.constantFrom(...ASPECTS, 'datasetProfile') });
const forgotten = fc.record({ does: fc.constant('DELETE' as const), on, aspect: fc.constant('datasetKey') });
const point = fc.record({ does: fc.constant('point' as const), on, content });
const key = fc.record({ does: fc.constant('key' as const), on, content });
const step = fc.oneof(
  { weight: 9, arbitrary: written },
  { weight: 2, arbitrary: patched },
  { weight: 3, arbitrary: deleted },
  { weight: 3, arbitrary: forgotten },
  { weight: 1, arbitrary: point },
  { weight: 1, arbitrary: key },
);
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

/** Names of a bit each: which of the entities are upstream, own tags and so on. */
const bits = <Item>(items: readonly Item[], number: number): Item[] => items.filter((_, bit) => (number & (1 << bit)) !== 0);

function valueOf(world: World, aspect: (typeof ASPECTS)[number], number: number): unknown {
  const names = ['a', 'b', 'c'];
  if (aspect === 'datasetProperties') return description(`content ${number}`);
  if (aspect === 'upstreamLineage') return upstreams(...bits(world.urns, number));
  if (aspect === 'status') return status(number % 2 === 1);
  if (aspect === 'ownership') return ownership(...bits(names, number).map(urns.user));
  if (aspect === 'globalTags') return tags(...bits(names, number).map(urns.tag));
  // One of SINGLE cardinality: two values are refused.
  return { properties: [{ propertyUrn: PROPERTY, values: bits(names, number).map((string) => ({ string })) }] };
}

function proposalOf(world: World, each: Step): Proposal {
  const urn = world.urns[each.on] as string;
  if (each.does === 'DELETE') return deletion(urn, each.aspect);
  if (each.does === 'point') return proposal(urn, 'datasetProfile', { timestampMillis: each.content % 3, rowCount: each.content });
  if (each.does === 'key') {
    const [platform, name, origin] = urn.slice(urn.indexOf('(') + 1, -1).split(',');
    return proposal(urn, 'datasetKey', { platform, name, origin, ...(each.content % 2 === 1 ? { note: 'more' } : {}) });
  }
  const more = {
    changeType: each.does,
    ...(each.headers ? { headers: each.headers } : {}),
    systemMetadata: { lastObserved: 1, ...(each.run ? { runId: world.run } : {}) },
  };
  if (each.does !== 'PATCH') return proposal(urn, each.aspect, valueOf(world, each.aspect, each.content), more);
  const tag = urns.tag(`patched_${each.content}`);
  const operation = { path: `/tags/${tag}`, ...(each.add ? { op: 'add', value: { tag } } : { op: 'remove' }) };
  return proposal(urn, 'globalTags', { patch: [operation], arrayPrimaryKeys: { tags: ['tag'] } }, more);
}

/** Everything that readers see of a world, with the names that all worlds have in common. */
async function seen(world: World): Promise<unknown> {
  const entities = await Promise.all(
    world.urns.map(async (urn) => {
      const { aspects } = await readEntity(urn);
      const shown = Object.entries(aspects).map(([name, { value, systemMetadata }]) => {
        const { version, runId, lastRunId } = systemMetadata ?? {};
        return { name, value, version, runId, lastRunId };
      });
      const histories = await Promise.all(
        Object.keys(aspects)
          .filter((name) => aspects[name]?.systemMetadata)
          .map(async (name) => {
            const answer = await api.send<{ value: unknown }>('GET', `/aspects/${encode(urn)}?aspect=${name}&version=1`);
            return { name, first: answer.status === 404 ? 'none' : (answer.body as { aspect?: unknown }).aspect };
          }),
      );
      const [outgoing, incoming, series] = await Promise.all([
        edges(urn, 'OUTGOING'),
        edges(urn, 'INCOMING'),
        api.series({ urn, entity: 'dataset', aspect: 'datasetProfile' }),
      ]);
      const points = series.body.value.values.map(({ aspect: { value } }) => JSON.parse(value) as unknown);
      return { shown, histories, outgoing, incoming, points };
    }),
  );
  const named = (text: string, name: string, instead: string): string => text.replaceAll(new RegExp(`${name}(?!\\d)`, 'g'), instead);
  const text = world.urns.reduce((all, urn, at) => named(all, nameIn(urn), `entity ${at}`), named(JSON.stringify(entities), world.run, 'the run'));
  const sorted = (list: unknown[]): unknown[] => [...list].sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
  return (JSON.parse(text) as Record<string, unknown[]>[]).map((entity) =>
    Object.fromEntries(Object.entries(entity).map(([name, list]) => [name, name === 'points' ? list : sorted(list)])),
  );
}

const nameIn = (urn: string): string => urn.split(',')[1] ?? '';
const world = (): World => ({ urns: Array.from({ length: ENTITIES }, () => urns.dataset(own())), run: own('run') });

describe(`Random sequences have the same result one by one and in one request (seed ${seed})`, () => {
  before(() =>
    write(PROPERTY, 'propertyDefinition', {
      qualifiedName: PROPERTY.split(':').at(-1),
      valueType: urns.of('dataType', 'svc.string'),
      entityTypes: [urns.of('entityType', 'svc.dataset')],
    }),
  );

  for (const [more, numRuns] of Object.entries(RUNS))
    it(`in values, versions, runs, edges and points${more}`, async function () {
      this.timeout(600_000);
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (steps) => {
          const [alone, each, together] = [world(), world(), world()];
          const accepted: boolean[] = [];
          for (const one of steps) {
            const { status: code, text } = await api.ingestProposal(proposalOf(alone, one));
            expect(code, text).to.be.oneOf([200, 400, 422]);
            accepted.push(code === 200);
          }
          const { body } = await api.ingestEach(steps.map((one) => proposalOf(each, one)));
          expect(
            body.value.items.map(({ outcome }) => outcome !== 'refused'),
            'what is refused',
          ).to.deep.equal(accepted);
          const taken = steps.filter((_, at) => accepted[at]);
          if (taken.length > 0) {
            const answer = await api.ingestProposalBatch(taken.map((one) => proposalOf(together, one)));
            expect(answer.status, answer.text).to.equal(200);
          }
          const expected = await seen(alone);
          expect(await seen(each), 'each for itself').to.deep.equal(expected);
          expect(await seen(together), 'all or nothing').to.deep.equal(expected);
        }),
        { numRuns, seed },
      );
    });
});
