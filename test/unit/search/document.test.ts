/** A search document is a function of its entity's latest aspects: of all of them, and of nothing else. */
import { expect } from 'chai';
import fc from 'fast-check';
import { OF_OTHERS } from '../../../src/search/document/open-documents.ts';
import type { IndexedEntity } from '../../../src/search/document/types.ts';
import type { SeenColumns } from '../../../src/search/filter/property-fields.ts';
import { both, criterion, EVERYTHING, type Filter } from '../../../src/search/filter/tree.ts';
import { amongAll, scoped } from '../../../src/search/query/scope.ts';
import { description, ownership, schemaMetadata, tags, upstreams, urns } from '../../support/make.ts';
import { fields, lineOf, linesOf, lookupIn, meets, pairOf } from '../support/indexed.ts';
import { urnOf } from '../support/model.ts';

const urn = urns.dataset('web.WebOrders');
type Aspects = Readonly<Record<string, unknown>>;

function entity(aspects: Aspects, removed = false): IndexedEntity {
  return { urn, removed, aspects: Object.entries(aspects).map(([name, value]) => ({ name, value: JSON.stringify(value) })) };
}

/** Each field as the set of its tokens: their order says nothing. */
function tokensOf(line: string | undefined): Record<string, unknown> {
  const document = JSON.parse(line ?? '{}') as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(document).map(([name, value]) => [name, Array.isArray(value) ? value.flatMap((each) => String(each).split(' ')).sort() : value]),
  );
}

const word = fc.constantFrom('orders', 'Orders', 'web_orders', 'WebOrders 2', 'a', '数据', '');
const aspects: fc.Arbitrary<Aspects> = fc.record(
  {
    datasetProperties: fc.record({
      name: word,
      description: word,
      customProperties: fc.dictionary(fc.constantFrom('k', 'l'), word, { noNullPrototype: true }),
    }),
    editableDatasetProperties: fc.record({ description: word }),
    globalTags: fc.subarray(['t', 'u', 'v']).map((list) => tags(...list.map(urns.tag))),
    ownership: fc.subarray(['o', 'p']).map((list) => ownership(...list.map(urns.user))),
    upstreamLineage: fc.subarray(['a', 'b']).map((list) => upstreams(...list.map((name) => urns.dataset(name)))),
    schemaMetadata: fc.uniqueArray(fc.constantFrom('x', 'y', 'order_id'), { maxLength: 3 }).map((list) => schemaMetadata(list)),
    deprecation: fc.boolean().map((deprecated) => ({ deprecated, note: '', actor: urns.user('o') })),
    datasetProfile: fc.nat(9).map((rowCount) => ({ timestampMillis: 1, rowCount })),
  },
  { requiredKeys: [], noNullPrototype: true },
);

/** By the end of the title. */
const RUNS = { '': 12, ' [long]': 60 };

describe('A search document', () => {
  for (const [more, times] of Object.entries(RUNS))
    it(`is the same for the same aspects, built again or parsed again${more}`, () => {
      fc.assert(
        fc.property(aspects, fc.boolean(), (each, removed) => {
          expect(linesOf(entity(structuredClone(each), removed))).to.deep.equal(linesOf(entity(each, removed)));
        }),
        { numRuns: times },
      );
    });

  for (const [more, times] of Object.entries(RUNS))
    it(`has the same tokens whatever the order of the aspects, and of their fields${more}`, () => {
      const shuffled = aspects.chain((each) => {
        const entries = Object.entries(each);
        return fc.tuple(fc.constant(each), fc.shuffledSubarray(entries, { minLength: entries.length }));
      });
      fc.assert(
        fc.property(shuffled, ([each, entries]) => {
          const turned = entries.map(([name, value]) => [name, Object.fromEntries(Object.entries(value as object).reverse())] as const);
          const [one, other] = [tokensOf(lineOf(entity(each))), tokensOf(lineOf(entity(Object.fromEntries(turned))))];
          for (const line of [one, other]) line.names = JSON.parse(String(line.names));
          expect(other).to.deep.equal(one);
        }),
        { numRuns: times },
      );
    });

  it('ignores aspects without search fields, or of other types', () => {
    fc.assert(
      fc.property(aspects, (each) => {
        const more = { ...each, chartInfo: { title: 'x' }, nonsense: { name: 'x' } };
        expect(linesOf(entity(more))).to.deep.equal(linesOf(entity(each)));
      }),
      { numRuns: 50 },
    );
  });

  for (const [more, times] of Object.entries(RUNS))
    it(`of a soft-deleted entity differs only in the flags for that${more}`, () => {
      fc.assert(
        fc.property(aspects, (each) => {
          const [here, gone] = [tokensOf(lineOf(entity(each))), tokensOf(lineOf(entity(each, true)))];
          const differing = Object.keys({ ...here, ...gone }).filter((name) => JSON.stringify(here[name]) !== JSON.stringify(gone[name]));
          expect(differing.sort()).to.deep.equal(['h_removed', 'k_removed', 'live', 'lo_removed'].filter((name) => name in here || name in gone));
        }),
        { numRuns: times },
      );
    });

  for (const [more, times] of Object.entries(RUNS))
    it(`with more tags has all tokens of one with fewer${more}`, () => {
      fc.assert(
        fc.property(aspects, (each) => {
          const few = tokensOf(lineOf(entity({ ...each, globalTags: tags(urns.tag('t')) })));
          const many = tokensOf(lineOf(entity({ ...each, globalTags: tags(urns.tag('t'), urns.tag('w')) })));
          for (const field of ['k_tags', 'l_tags', 'w_tags', 'u_'])
            expect(many[field] ?? [], field).to.include.members((few[field] ?? []) as string[]);
          expect(few.k_hasTags).to.deep.equal(many.k_hasTags);
        }),
        { numRuns: times },
      );
    });

  it('is two for what names hidden columns; each reader finds exactly one, and by hidden columns only where all of them are seen', async () => {
    const has = (...names: string[]): Aspects => ({ schemaMetadata: schemaMetadata(names) });
    const tag = fc.subarray(['pay', 'pii', 'hr']);
    const owner = urns.user('o');
    const mineOr = (unlike: number): Filter => ({
      is: 'or',
      of: [
        criterion('owners', 'IN', owner),
        ...Array.from({ length: unlike }, (_, at) => both(criterion('urn', 'EQUAL', urns.dataset(`${at}`)), criterion('fieldPaths', 'EXISTS'))),
      ],
    });
    const where = fc.record({ everywhere: tag, owned: tag, unlike: fc.constantFrom(0, 1, 60) }).map(({ everywhere, owned, unlike }): SeenColumns => {
      const left = owned.filter((each) => !everywhere.includes(each));
      const none = ['pay', 'pii', 'hr'].filter((each) => !everywhere.includes(each) && !owned.includes(each));
      return {
        key: {},
        known: true,
        where: [
          { tags: [OF_OTHERS, ...none.map(urns.tag)], filter: undefined },
          ...(everywhere.length > 0 ? [{ tags: everywhere.map(urns.tag), filter: EVERYTHING }] : []),
          ...(left.length > 0 ? [{ tags: left.map(urns.tag), filter: mineOr(unlike) }] : []),
        ],
      };
    });
    await fc.assert(
      fc.asyncProperty(tag, fc.boolean(), where, async (hidden, mine, columns) => {
        const said = { ...(mine && { ownership: ownership(owner) }) };
        const of = entity({ ...has('id', 'salary'), ...said });
        const open = hidden.length > 0 ? { aspects: entity({ ...has('id'), ...said }).aspects, tags: hidden.map(urns.tag) } : undefined;
        const documents = pairOf({ ...of, open });
        const found = async (seen: SeenColumns | undefined): Promise<Record<string, unknown>[]> => {
          const request = { types: [urnOf(urn).type], filter: EVERYTHING };
          const clause = await scoped(request, lookupIn(documents), fields, EVERYTHING, seen);
          return documents.filter((document) => meets(document, clause));
        };
        const named = (document: Record<string, unknown> | undefined): boolean => JSON.stringify(document).includes('salary');
        expect((await found(undefined)).map(named)).to.deep.equal([true]);
        const isSeen = (filter: SeenColumns['where'][number]['filter']): boolean => filter === EVERYTHING || (filter !== undefined && mine);
        const isHidden = columns.where.some(({ tags, filter }) => tags.some((each) => hidden.map(urns.tag).includes(each)) && !isSeen(filter));
        expect((await found(columns)).map(named)).to.deep.equal([!isHidden]);
        const all = await amongAll(lookupIn(documents), fields, EVERYTHING, columns);
        expect(documents.filter((document) => meets(document, all)).map(named)).to.deep.equal([!isHidden]);
        expect((await found({ ...columns, known: false })).map(named)).to.deep.equal([hidden.length === 0]);
      }),
    );
  });

  const RANKS: readonly [title: string, aspects: Aspects, rank: number][] = [
    ['nothing', {}, 1],
    ['deprecated', { deprecation: { deprecated: true } }, 0.5],
    ['not deprecated', { deprecation: { deprecated: false } }, 1],
    ['a stored view', { viewProperties: { materialized: true, viewLogic: '', viewLanguage: '' } }, 0.5],
    ['both', { deprecation: { deprecated: true }, viewProperties: { materialized: true, viewLogic: '', viewLanguage: '' } }, 0.25],
  ];
  for (const [title, said, rank] of RANKS) {
    it(`ranks ${rank}: ${title}`, () => {
      expect(tokensOf(lineOf(entity(said))).rank).to.equal(rank);
    });
  }

  const FLAGS: readonly [field: string, aspects: Aspects, flag: boolean][] = [
    ['hasTags', { globalTags: tags(urns.tag('t')) }, true],
    ['hasTags', { globalTags: tags() }, false],
    ['hasTags', {}, false],
    ['hasDescription', { datasetProperties: description('d') }, true],
    ['hasDescription', { datasetProperties: description('') }, false],
    ['hasDescription', { editableDatasetProperties: { description: 'd' } }, true],
    ['hasOwners', { ownership: ownership(urns.user('o')) }, true],
    ['hasUpstreams', { upstreamLineage: upstreams(urns.dataset('b')) }, true],
  ];
  for (const [field, said, flag] of FLAGS) {
    it(`${field} is ${flag} with ${JSON.stringify(said).slice(0, 60)}`, () => {
      expect(tokensOf(lineOf(entity(said)))[`k_${field}`]).to.deep.equal([String(flag)]);
    });
  }
});
