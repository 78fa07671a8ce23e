/**
 * The core of a reader who sees a part (docs/access.md 6): of each call, what is left of an answer about everything. Random worlds compare whole
 * answers (test/proof/); here each filter has its own case.
 */
import { expect } from 'chai';
import { policiesOf } from '../../../src/access/decide.ts';
import { actorFrom } from '../../../src/catalog/access/read-facts.ts';
import { restricted } from '../../../src/catalog/access/restricted.ts';
import { makeViewer, type Viewer } from '../../../src/catalog/access/viewer.ts';
import type { Catalog } from '../../../src/catalog/calls.ts';
import { reachOf } from '../../../src/catalog/lineage/search.ts';
import { fromOne, type SeenAmong, stepsSeen, traverseSeen } from '../../../src/catalog/lineage/steps-seen.ts';
import { makePropertyFinder } from '../../../src/catalog/properties/searched-properties.ts';
import { SERVER } from '../../../src/catalog/sender.ts';
import { suggestionCalls } from '../../../src/catalog/suggestions/suggestions.ts';
import { unknownHistory } from '../../../src/errors.ts';
import type { Graph } from '../../../src/graph/driver.ts';
import { readJoins, type SeenJoins } from '../../../src/graph/joins.ts';
import type { EntityRow } from '../../../src/graph/read.ts';
import { loadStatements } from '../../../src/graph/statements.ts';
import { stepOf } from '../../../src/graph/traverse.ts';
import { criterion, EVERYTHING, type Filter, type PropertyFinder } from '../../../src/search/index.ts';
import { model, urnOf } from '../support/model.ts';

const dataset = (name: string): string => `urn:svc:dataset:(urn:svc:dataPlatform:hive,${name},PROD)`;
const [NEAR, FAR, HIDDEN] = [dataset('near'), dataset('far'), dataset('hidden')] as [string, string, string];
const [near, far, hidden] = [urnOf(NEAR), urnOf(FAR), urnOf(HIDDEN)] as const;
const column = (table: string): string => `urn:svc:schemaField:(${table},id)`;
const [NEAR_ID, FAR_ID] = [column(NEAR), column(FAR)] as [string, string];
const SHOWN = [NEAR, FAR, NEAR_ID, FAR_ID];
const of = (urn: string): { type: string; urn: string } => ({ type: 'DownstreamOf', urn });
const filter: Filter = criterion('urn', 'IN', ...SHOWN);
const among: Viewer['among'] = async (urns) => new Set(urns.filter((urn) => SHOWN.includes(urn)));
const forgotten = async (): Promise<never> => {
  throw unknownHistory(1, 2, HIDDEN);
};
const SEEING: SeenAmong = { among, told: undefined };
const NO_STEPS = { shown: [], tables: false };
const isJudging = (seen: unknown): boolean => (seen as Partial<SeenAmong> | undefined)?.among === among;
/** Answers what it was asked for. */
const asked = async (request: object): Promise<object> => request;
const point = [{ aspect: 'datasetProfile' }];
const reached = (urn: string, ...path: string[]): object => ({ urn, degree: path.length, path: [...path, urn], relationships: ['x'] });

const suggestionOn = (resource: string): object => ({
  urn: resource,
  user: 'ann',
  resource,
  changes: {},
  state: 'OPEN',
  expiresAt: Number.MAX_VALUE,
});

const suggestions = suggestionCalls({ model, all: async () => new Map([NEAR, HIDDEN].map((urn) => [urn, suggestionOn(urn)])) } as never);

/** Answers with all three to whatever it is asked. */
const whole = {
  model,
  people: { policies: async () => policiesOf([]) },
  list: async ({ after }: { after?: string }) => ({ urns: [far, hidden, near].filter(({ text }) => text > (after ?? '')), more: false }),
  read: async (urns: readonly { text: string }[], _: unknown, asOf?: number) =>
    asOf !== undefined && urns.includes(hidden) ? forgotten() : urns.map((urn) => ({ urn, exists: true, aspects: [] })),
  readVersion: forgotten,
  series: async () => point,
  seriesOfEach: async (urns: readonly object[]) => urns.map(() => point),
  latestPoints: async (list: readonly object[]) => list.map(() => point),
  exists: async (urns: readonly object[]) => urns.map(() => true),
  search: async (request: { filter?: object }) => ({
    ...{ request, hits: [{ urn: NEAR, folded: 2 }] },
    facets: [{ values: [{ value: 'dataset', count: request.filter === filter ? 2 : 3 }] }],
  }),
  suggest: asked,
  folders: asked,
  browse: async (...all: unknown[]) => all[2],
  related: async (_urn: object, _direction: string, _types: object, _start: number, _count: number, asOf?: number) =>
    asOf === undefined ? { total: 3, related: [NEAR, FAR, HIDDEN].map(of) } : forgotten(),
  relatedAfter: async (_urn: object, _direction: string, _types: object, after: object | undefined) => (after ? [] : [FAR, HIDDEN].map(of)),
  edges: async ({ after }: { after?: string }) =>
    after
      ? []
      : [
          { id: '1', source: NEAR, target: FAR },
          { id: '2', source: NEAR, target: HIDDEN },
          { id: '3', source: HIDDEN, target: FAR },
        ],
  lineage: async ({ includeRemoved }: { includeRemoved?: boolean }, seen: unknown) => ({
    ...{ total: 2, filtered: 2, degrees: [] },
    reached: [reached(HIDDEN, NEAR), ...(includeRemoved ? [reached(NEAR)] : []), ...(isJudging(seen) ? [reached(FAR, NEAR, HIDDEN)] : [])],
  }),
  neighbours: async () =>
    [NEAR, HIDDEN].map((urn) => ({ urn, upstream: { total: 2, urns: [FAR, HIDDEN] }, downstream: { total: 1, urns: [HIDDEN] } })),
  lineageWays: async ({ count }: { count: number }) =>
    [
      [NEAR, HIDDEN, FAR],
      [NEAR, FAR],
    ]
      .slice(0, count)
      .map((urns) => ({ urns, names: urns.slice(1) })),
  landings: async (...asked: unknown[]) => (isJudging(asked[2]) ? [NEAR, HIDDEN].map((urn) => ({ urn, total: 2, landed: [[FAR], [HIDDEN]] })) : []),
  stepsBelow: async (...asked: unknown[]) => (isJudging(asked[1]) ? new Map([[NEAR, [HIDDEN]]]) : new Map()),
  searchLineage: async (request: { naming: { among: unknown } }, seen: unknown) => [request.naming.among === among, isJudging(seen)],
  countLineage: async (request: { naming: { among: unknown } }, seen: unknown) => [request.naming.among === among, isJudging(seen)],
  suggestions: { list: (...request: [string]) => suggestions.list(SERVER, ...request) },
} as unknown as Catalog;

const WAYS = { from: NEAR, to: FAR, count: 3, hops: 9 };
const hiddenWay = { urns: [HIDDEN], names: [], removed: false };
const manyWays: Catalog = { ...whole, lineageWays: async ({ count }) => Array.from({ length: count }, () => hiddenWay) };
const manyLandings = { ...whole, landings: async () => [{ urn: NEAR, total: 2, landed: [[FAR]] }] } as unknown as Catalog;

const core = (of = whole): Catalog => restricted(of, { user: 'urn:svc:corpuser:ann', columns: undefined, filter, among, mayName: () => false }, true);
const types = [near.type];
const said = (work: Promise<unknown>): Promise<unknown> => work.catch((error: { code?: string }) => error.code);
const NOTHING = { total: 0, related: [] };
const related = (urn: typeof near, asOf?: number) => core().related(urn, 'INCOMING', [], 0, 10, asOf);
const lineage = async (urn: typeof near): Promise<object> => core().lineage({ urn, direction: 'UPSTREAM', start: 0, count: 10 } as never);
const search = (within?: Filter): Promise<{ request: { within: Filter } }> => core().search({ types, input: 'x', within } as never) as never;

/** What is asked, and what is answered. */
const CASES: Readonly<Record<string, () => readonly [answer: Promise<unknown>, expected: unknown]>> = {
  lists: () => [core().list({ types, count: 10 } as never), { urns: [far, near], more: false }],
  counts: () => [core().count(types, true), 2],
  reads: () => [
    core()
      .read([hidden, near], undefined)
      .then((views) => views.map(({ exists }) => exists)),
    [false, true],
  ],
  'reads of the past': () => [
    core()
      .read([hidden, near], undefined, 1)
      .then((views) => views.map(({ exists }) => exists)),
    [false, true],
  ],
  'how far history reaches': () => [said(core().readVersion(hidden, 'status', 0, 1)), 'no-such-aspect'],
  points: () => [core().series(hidden, { aspect: 'datasetProfile' } as never), []],
  'points of several': () => [core().seriesOfEach([hidden, near], {} as never), [[], point]],
  'newest points': () => [core().latestPoints([hidden, near].map((urn) => ({ urn, aspects: [] }))), [[], point]],
  existence: () => [core().exists([hidden, near], true), [false, true]],
  search: () => [search().then(({ request }) => request.within), filter],
  'search within something': () => [search(filter).then(({ request }) => request.within), { is: 'and', of: [filter, filter] }],
  'folded tables': () => [search().then((found) => (found as unknown as { hits: object[] }).hits), [{ urn: NEAR }]],
  suggestions: () => [
    core()
      .suggest({ filter: EVERYTHING } as never)
      .then((request) => (request as unknown as { filter: Filter }).filter),
    filter,
  ],
  folders: () => [
    core()
      .folders({ filter: EVERYTHING } as never)
      .then((request) => (request as unknown as { filter: Filter }).filter),
    filter,
  ],
  'folders of old': () => [core().browse(near.type, '', EVERYTHING, 0, 10), filter],
  'far ends of relationships': () => [related(near), { total: 2, related: [NEAR, FAR].map(of) }],
  'near ends of relationships': () => [related(hidden), NOTHING],
  'near ends of the past': () => [related(hidden, 1), NOTHING],
  'far ends of pages': () => [core().relatedAfter(near, 'INCOMING', [], undefined, 10), [of(FAR)]],
  'near ends of pages': () => [core().relatedAfter(hidden, 'INCOMING', [], undefined, 10), []],
  'both ends of edges': () => [core().edges({ count: 10 } as never), [{ id: '1', source: NEAR, target: FAR }]],
  'column lineage that only what is hidden makes': () => {
    const edges = [NEAR_ID, FAR_ID].map((source) => ({ source, type: 'DownstreamOf', target: source === FAR_ID ? NEAR_ID : FAR_ID }));
    const holdersOf = (source: string): string[] => (source === NEAR_ID ? [HIDDEN] : [HIDDEN, FAR]);
    const way = { urns: [NEAR_ID, FAR_ID], names: ['DownstreamOf'] };
    const made = {
      ...{ ...whole, edges: async ({ after }: { after?: string }) => (after ? [] : edges) },
      columnHolders: async (asked: typeof edges) => asked.map(({ source, target }) => ({ source, target, holders: holdersOf(source) })),
      relationshipWays: async () => [way],
    } as unknown as Catalog;
    const asked = core(made);
    const all = [asked.edges({ count: 10 } as never), asked.relationshipWays(WAYS, []), asked.columnHolders(edges)];
    return [
      Promise.all(all),
      [
        [edges[1]],
        [way],
        [
          { source: NEAR_ID, target: FAR_ID, holders: [] },
          { source: FAR_ID, target: NEAR_ID, holders: [FAR] },
        ],
      ],
    ];
  },
  'ways and neighbours that only what is hidden makes': () => {
    const side = { total: 2, urns: [FAR_ID, FAR] };
    const left = { total: 1, urns: [FAR] };
    const made = {
      ...whole,
      columnHolders: async (all: readonly object[]) => all.map((edge) => ({ ...edge, holders: [HIDDEN] })),
      neighbours: async (_: object, seen: unknown) => [{ urn: NEAR_ID, upstream: side, downstream: isJudging(seen) ? left : side }],
      lineageWays: async () => [{ urns: [NEAR_ID, FAR_ID], names: ['DownstreamOf'] }],
    } as unknown as Catalog;
    return [
      Promise.all([core(made).neighbours({ urns: [urnOf(NEAR_ID)], count: 10 }), core(made).lineageWays(WAYS)]),
      [[{ urn: NEAR_ID, upstream: side, downstream: left }], []],
    ];
  },
  'the start of lineage': () => [lineage(hidden), { total: 0, filtered: 0, degrees: [], reached: [] }],
  'lineage, and the soft-deleted in it': () => [
    lineage(near),
    { total: 1, filtered: 1, degrees: [{ degree: 2, count: 1 }], reached: [{ urn: FAR, degree: 2, path: [NEAR, FAR], relationships: [] }] },
  ],
  neighbours: () => [
    core().neighbours({ urns: [near, hidden], count: 10 } as never),
    [
      { urn: NEAR, upstream: { total: 1, urns: [FAR] }, downstream: { total: 0, urns: [] } },
      { urn: HIDDEN, upstream: { total: 0, urns: [] }, downstream: { total: 0, urns: [] } },
    ],
  ],
  'ways, also those behind hidden ones': () => [core().lineageWays({ ...WAYS, count: 1 }), [{ urns: [NEAR, FAR], names: [FAR] }]],
  'too many hidden ways': () => [said(core(manyWays).lineageWays(WAYS)), 'not-allowed'],
  'ways that end at what is hidden': () => [core(manyWays).lineageWays({ ...WAYS, to: HIDDEN }), []],
  'where columns land': () => [core().landings('', 1), [{ urn: NEAR, total: 1, landed: [[FAR]] }]],
  'columns that land in too many': () => [said(core(manyLandings).landings('', 1)), 'not-allowed'],
  'steps below what is seen': () => [core().stepsBelow(near), new Map([[NEAR, [HIDDEN]]])],
  'steps below what is hidden': () => [core().stepsBelow(hidden), new Map()],
  'search across lineage': () => [core().searchLineage({} as never), [true, true]],
  'counts across lineage': () => [core().countLineage({} as never), [true, true]],
  'suggestions of changes': () => [
    core()
      .suggestions.list('ann')
      .then(({ mine }) => mine.map(({ resource }) => resource)),
    [NEAR],
  ],
};

describe('The core of a reader who sees a part', () => {
  before(loadStatements);

  for (const [what, make] of Object.entries(CASES))
    it(`leaves out what is hidden: ${what}`, async () => {
      const [answer, expected] = make();
      expect(await answer).to.deep.equal(expected);
    });

  it('tells its limits of what is seen only', async () => {
    const large = {
      related: async () => ({ total: 6_000, related: [] }),
      lineage: async () => ({ total: 3_000, filtered: 0, degrees: [], reached: [] }),
    };
    const limited = core({ ...whole, ...large } as never);
    const why = (work: Promise<unknown>): Promise<unknown> => work.then(() => undefined, String);
    const ask = (urn: typeof near) => [
      why(limited.related(urn, 'INCOMING', [], 0, 10)),
      why(limited.lineage({ urn, direction: 'UPSTREAM', start: 0, count: 10 } as never)),
    ];
    expect(await Promise.all(ask(hidden))).to.deep.equal([undefined, undefined]);
    const [first, second] = await Promise.all(ask(near));
    expect(first).to.include('more than 5000');
    expect(second).to.include('more than 2000');
  });

  const row = (aspects: object, removed = false): EntityRow => ({
    ...{ exists: true, removed },
    latest: Object.entries(aspects).map(([name, value]) => ({ name, value: JSON.stringify(value) })) as never,
  });
  const reader =
    (rows: Readonly<Record<string, EntityRow>>): (() => Promise<Map<string, EntityRow>>) =>
    async () =>
      new Map(Object.entries(rows));

  it('sees what is stored of entities decide, for a column that of its table', async () => {
    const [sales, staff, column] = ['urn:svc:domain:sales', 'urn:svc:domain:staff', `urn:svc:schemaField:(${NEAR},id)`] as const;
    const rows = reader({ [NEAR]: row({ domains: { domains: [sales] } }), [HIDDEN]: row({ domains: { domains: [staff] } }) });
    const viewer = makeViewer(
      { model, facts: { look: async () => ({ rows }) as never, circles: new Map(), known: () => undefined } },
      'urn:svc:corpuser:ann',
      {
        ...({ is: 'meets', fact: 'domain', condition: 'EQUALS' } as const),
        values: [sales],
      },
    );
    expect([...(await viewer.among([NEAR, HIDDEN, column]))]).to.deep.equal([NEAR, column]);
  });

  it('is in groups that are there', async () => {
    const [one, gone, user] = ['urn:svc:corpGroup:one', 'urn:svc:corpGroup:gone', 'urn:svc:corpuser:ann'] as const;
    const groups = reader({ [one]: row({}), [gone]: row({}, true) });
    const { groups: own } = await actorFrom(model, groups, user, row({ groupMembership: { groups: [one, gone, 'urn:svc:corpGroup:never'] } }));
    expect([...own]).to.deep.equal([one]);
  });

  /** Gives these rows, one list after the other, to whatever it is asked. */
  const graphOf = (...answers: object[][]): Graph => {
    const run = async (): Promise<object> => ({
      records: (answers.shift() ?? []).map((each) => ({
        toObject: () => each,
        map: (of: (value: unknown) => unknown) => Object.values(each).map(of),
      })),
    });
    const session = () => ({ run, beginTransaction: () => ({ run }), close: async () => undefined });
    return { asked: { statements: 0, rows: 0 }, trouble: {}, driver: { session } } as never;
  };

  it('leaves out what is hidden of what is reached for a search across lineage', async () => {
    const [filtered, forgotten] = [2, null];
    const reach = (urn: typeof near, ...answers: object[][]) =>
      reachOf({ model, graph: graphOf(...answers), seen: SEEING }, {
        ...{ urn, direction: 'UPSTREAM', input: '*', filter: EVERYTHING, start: 0, count: 10 },
      } as never);
    const all = [HIDDEN, FAR, dataset('other')].map((urn) => [urn, 1]);
    const found = await reach(near, [], [{ filtered, reached: all.slice(0, 1), forgotten }], [{ filtered: 0, reached: all, forgotten }]);
    expect(found).to.deep.equal({ filtered: 1, reached: [], steps: NO_STEPS });
    expect(await reach(hidden, [], [{ filtered: 0, reached: all, forgotten }])).to.deep.equal({ filtered: 0, reached: [], steps: NO_STEPS });
  });

  it('follows steps between columns that somebody says who is seen, and goes on behind what is hidden', async () => {
    const step = (source: string, target: string, holder: string) => ({ source, target, holder, via: null });
    const hiddenId = column(HIDDEN);
    const [shown, behind] = [step(NEAR_ID, FAR_ID, FAR), [step(hiddenId, FAR_ID, HIDDEN), step(NEAR_ID, hiddenId, HIDDEN)]] as const;
    const graph = graphOf([shown, step(NEAR_ID, FAR_ID, HIDDEN), ...behind]);
    const walks = { ...fromOne(NEAR_ID), columns: 'urn:svc:schemaField:', direction: 'UPSTREAM', hops: undefined, asOf: undefined } as const;
    expect(await stepsSeen(graph, walks, SEEING)).to.deep.equal({ shown: [shown, ...behind].map(stepOf), tables: false });
    expect(await stepsSeen(graph, walks, undefined)).to.equal(undefined);
    expect(await stepsSeen(graph, { ...walks, ...fromOne(NEAR), hops: 1 }, SEEING)).to.equal(undefined);
  });

  it('follows lineage of tables that only columns tell if one of these is shown, and goes on behind what is hidden', async () => {
    const step = (source: string, target: string, holder: string) => ({ source, target, holder, via: 'DownstreamOf' });
    const [untold, told, behind] = [step(NEAR, FAR, NEAR), step(FAR, NEAR, FAR), step(HIDDEN, FAR, HIDDEN)] as const;
    const judged: unknown[] = [];
    const seen: SeenAmong = { among, told: async (steps) => (each) => judged.push(...steps) > 0 && each.source === FAR };
    const walks = { ...fromOne(NEAR), columns: 'urn:svc:schemaField:', direction: 'UPSTREAM', hops: 1, asOf: undefined } as const;
    const steps = { shown: [told, behind].map(stepOf), tables: true };
    expect(await stepsSeen(graphOf([untold, told, behind]), walks, seen)).to.deep.equal(steps);
    expect(judged).to.not.include(behind);
  });

  it('follows lineage without a look at steps between columns where it meets none', async () => {
    const row = (...urns: string[]): object[] => [
      { forgotten: null, total: urns.length, filtered: 0, degrees: [], page: urns.map((urn) => [urn, 1, [NEAR, urn], [], [], []]) },
    ];
    const walk = { ...{ urn: NEAR, columns: 'urn:svc:schemaField:', direction: 'UPSTREAM', hops: undefined, start: 0, count: 9 } } as const;
    const reached = async (more: object, ...answers: object[][]): Promise<string[]> =>
      (await traverseSeen(graphOf(...answers), { ...walk, ...more } as never, SEEING)).reached.map(({ urn }) => urn);
    const steps = [{ source: NEAR_ID, target: FAR_ID, holder: FAR, via: null }];
    expect(await reached({}, row(FAR), row(HIDDEN))).to.deep.equal([FAR]);
    expect(await reached({}, row(NEAR_ID), steps, row(NEAR_ID, FAR_ID))).to.deep.equal([NEAR_ID, FAR_ID]);
    expect(await reached({ existing: true }, steps, row(FAR))).to.deep.equal([FAR]);
    expect(await reached({ urn: NEAR_ID }, steps, row(FAR_ID))).to.deep.equal([FAR_ID]);
  });

  it('ranks by what joins tables, if it is shown', async () => {
    const [one, other] = ['one', 'other'].map(dataset) as [string, string];
    const row = (through: string | null, type: string | null) => ({ one, other, through, type });
    const joined = (rows: object[], seen?: SeenJoins): Promise<unknown> => readJoins(graphOf(rows), [one, other], seen);
    const shows = (type: string): SeenJoins => ({ among: async () => new Set(['query']), shown: async () => (edge) => edge.type === type });
    expect(await joined([row(null, 'ForeignKeyToDataset')], shows('UPSTREAM'))).to.deep.equal([]);
    expect(await joined([row('hidden', null)], shows('UPSTREAM'))).to.deep.equal([]);
    for (const rows of [[row(null, 'UPSTREAM')], [row('query', null)]]) expect(await joined(rows, shows('UPSTREAM'))).to.deep.equal([[one, other]]);
    expect(await joined([row(null, null)])).to.deep.equal([[one, other]]);
  });

  it('searches by the properties that are seen', async () => {
    const [seen, other] = ['seen', 'other'].map((id) => `urn:svc:structuredProperty:${id}`) as [string, string];
    const read: string[] = [];
    const graph = (): Graph => graphOf([{ urn: other }, { urn: seen }]);
    const finder = (): PropertyFinder =>
      makePropertyFinder(model, graph(), async (urns) => {
        read.push(...urns);
        return new Map();
      })({ among: async (urns) => new Set(urns.filter((urn) => urn === seen)) }, undefined);
    await finder().named([{ id: ['a', 'b'] } as never]);
    expect(read.splice(0)).to.deep.equal([seen]);
    await finder().offered();
    expect([...new Set(read)]).to.deep.equal([seen]);
  });
});
