/**
 * One number, wherever it is counted (docs/semantics.md 9.5): what a facet says of a value, how many a filter by it finds, how many a scroll with it brings, and
 * how many a list has that says the same in other words. Random worlds; `SEED=<seed>` repeats one.
 */
import { expect } from 'chai';
import { action, type Found, search, where, writeAllSearchable } from '../support/find.ts';
import { graphql } from '../support/graphql.ts';
import { ownership, ownNames, proposal, schemaMetadata, tags, urns } from '../support/make.ts';
import { makeRandom } from '../support/random.ts';

const own = ownNames('counting');
const DATASETS = 60;

interface Counted {
  readonly field: string;
  readonly totalValues: number;
  readonly aggregations: readonly { readonly value: string; readonly count: number }[];
}

const FOUND = `query ($input: SearchAcrossEntitiesInput!) { found: searchAcrossEntities(input: $input) { total facets { field totalValues aggregations { value count } } } }`;

describe('Counting (docs/semantics.md 9.5)', () => {
  const platform = own();
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
  const { of: pick, next } = makeRandom(seed);
  const some = <Item>(items: readonly Item[]): Item[] => items.filter(() => next() < 0.3);
  const here = { field: 'platform', values: [urns.platform(platform)], condition: 'EQUAL' };
  const domains = Array.from({ length: 6 }, (_, at) => urns.of('domain', `${platform}-d${at}`));
  const containers = Array.from({ length: 6 }, (_, at) => urns.container(`${platform}-c${at}`));
  const [labels, terms, people] = [
    Array.from({ length: 4 }, (_, at) => urns.tag(`${platform}-t${at}`)),
    Array.from({ length: 4 }, (_, at) => urns.term(`${platform}-g${at}`)),
    Array.from({ length: 3 }, (_, at) => urns.user(`${platform}-u${at}`)),
  ];
  const termsOf = (list: readonly string[]) => ({ terms: list.map((urn) => ({ urn })), auditStamp: { time: 0, actor: urns.user('x') } });

  before(async () => {
    // Each is below the one whose number is half of its own: three levels.
    const above = (list: readonly string[], at: number) => (at === 0 ? undefined : list[Math.floor((at - 1) / 2)]);
    const proposals = [
      ...domains.map((urn, at) => proposal(urn, 'domainProperties', { name: `D${at}`, ...(at > 0 && { parentDomain: above(domains, at) }) })),
      ...containers.flatMap((urn, at) => [
        proposal(urn, 'containerProperties', { name: `C${at}` }),
        ...(at > 0 ? [proposal(urn, 'container', { container: above(containers, at) })] : []),
      ]),
    ];
    for (let at = 0; at < DATASETS; at++) {
      const urn = urns.dataset(`counted${at}`, platform, pick(['PROD', 'DEV', 'TEST']));
      const schema = schemaMetadata(['id', 'mail']);
      const [first, ...rest] = schema.fields;
      const tagged = { ...schema, fields: [{ ...first, globalTags: tags(...some(labels)), glossaryTerms: termsOf(some(terms)) }, ...rest] };
      proposals.push(
        proposal(urn, 'globalTags', tags(...some(labels))),
        proposal(urn, 'glossaryTerms', termsOf(some(terms))),
        proposal(urn, 'ownership', ownership(...some(people))),
        proposal(urn, 'schemaMetadata', tagged),
        // The first of each has nothing of its own: all of it is below.
        proposal(urn, 'domains', { domains: next() < 0.7 ? [pick(domains.slice(1))] : [] }),
        ...(next() < 0.7 ? [proposal(urn, 'container', { container: pick(containers.slice(1)) })] : []),
        proposal(urn, 'subTypes', { typeNames: [pick(['Table', 'View'])] }),
      );
    }
    await writeAllSearchable(proposals);
  });

  /** What a search says, and what a scroll with its filters brings. */
  const counted = async (filters: readonly object[], flags: object = {}): Promise<{ total: number; facets: readonly Counted[] }> => {
    const input = { query: '*', types: ['DATASET'], count: 0, orFilters: [{ and: filters }], searchFlags: { maxAggValues: 100, ...flags } };
    return (await graphql(FOUND, { input })).found;
  };
  const scrolled = async (filters: readonly { field: string; values: string[]; condition: string }[]): Promise<number> => {
    const urnsFound = new Set<string>();
    for (let scrollId: string | undefined, first = true; first || scrollId !== undefined; first = false) {
      const params = { input: '*', entities: ['dataset'], count: 25, filter: where(...filters), ...(scrollId && { scrollId }) };
      const { body, text } = await action<Found>('scrollAcrossEntities', params);
      expect(body.value, text).to.be.an('object');
      for (const urn of body.value.entities) {
        expect(urnsFound.has(urn), urn).to.equal(false);
        urnsFound.add(urn);
      }
      scrollId = body.value.scrollId;
    }
    return urnsFound.size;
  };

  for (const [how, condition, flags] of [
    ['as they are', 'EQUAL', {}],
    ['with what is below', 'DESCENDANTS_INCL', { nestedFacets: true }],
  ] as const)
    it(`each value of each facet counts what its filter finds and its scroll brings, ${how}`, async () => {
      const { total, facets } = await counted([here], flags);
      expect(total, `SEED=${seed}`).to.equal(DATASETS);
      const names = facets.map(({ field }) => field);
      expect(names).to.include.members(['platform', 'origin', 'typeNames', 'domains', 'container', 'tags', 'glossaryTerms', 'owners']);
      for (const { field, aggregations, totalValues } of facets) {
        expect(totalValues, field).to.equal(aggregations.length);
        for (const { value, count } of aggregations) {
          const isNesting = condition === 'EQUAL' || /:(domain|container):/.test(value);
          const filter = { field, values: [value], condition: isNesting ? condition : 'EQUAL' };
          const what = `${field} ${value}, SEED=${seed}`;
          expect((await counted([here, filter])).total, what).to.equal(count);
          if (aggregations.length < 8) expect(await scrolled([here, filter]), what).to.equal(count);
          // The legacy API says the same.
          expect((await search({ filter: where(here, filter), count: 1 })).numEntities, what).to.equal(count);
        }
      }
    });

  it('values that exclude each other add up to the total', async () => {
    const { total, facets } = await counted([here]);
    expect(await scrolled([here])).to.equal(total);
    for (const field of ['platform', 'origin', 'typeNames', 'domains', 'container']) {
      const values = facets.find((each) => each.field === field)?.aggregations ?? [];
      const none = (await counted([here, { field, condition: 'EXISTS', negated: true }])).total;
      expect(
        values.reduce((sum, { count }) => sum + count, none),
        `${field}, SEED=${seed}`,
      ).to.equal(total);
    }
  });

  it('a parent without assets of its own counts all that is below it, each asset once', async () => {
    const { facets } = await counted([here], { nestedFacets: true });
    for (const [field, all] of [
      ['domains', domains],
      ['container', containers],
    ] as const) {
      const values = new Map(facets.find((each) => each.field === field)?.aggregations.map(({ value, count }) => [value, count]));
      const withOne = (await counted([here, { field, condition: 'EXISTS' }])).total;
      expect(values.get(all[0] ?? ''), `${field}, SEED=${seed}`).to.equal(withOne);
    }
  });
});
