/**
 * A core that tells of everything, and what to ask of it: a request and an answer for each call that a reader of a part is not refused. A reader
 * who does not see `HIDDEN` must not get `SECRET`, which is in what is said about it, nor its URN where the request does not name it.
 */
import type { Calls } from '../../../src/catalog/row.ts';
import { valueOf } from '../../../src/model/json.ts';
import { criteriaOf, EVERYTHING, type Filter } from '../../../src/search/index.ts';
import { aspectOf, urnOf } from './model.ts';

const dataset = (name: string): string => `urn:svc:dataset:(urn:svc:dataPlatform:hive,${name},PROD)`;
export const [NEAR, HIDDEN] = [dataset('near'), dataset('hidden')] as [string, string];
const ANN = 'urn:svc:corpuser:ann';
export const SECRET = 'not to be told';
const [near, hidden] = [urnOf(NEAR), urnOf(HIDDEN)] as const;
const BOTH = [NEAR, HIDDEN];

const aspect = aspectOf('datasetProperties');
const stateOf = (description: string) => ({ ...{ seq: 1, at: 1, by: ANN, firstAt: 1, firstBy: ANN, meta: {} }, value: valueOf({ description }) });
const state = stateOf(SECRET);
const point = { text: JSON.stringify({ description: SECRET }), at: 1 };
const edge = { id: '1', source: NEAR, type: 'DownstreamOf', target: HIDDEN };
const page = { total: 1, related: [{ type: 'DownstreamOf', urn: HIDDEN }] };
const reached = { urn: HIDDEN, degree: 1, path: [NEAR, HIDDEN], relationships: [SECRET] };
const suggestion = { urn: 'urn:svc:suggestion:1', resource: HIDDEN, reason: SECRET };
const refused = { urn: HIDDEN, aspect: aspect.name, by: ANN, at: 1, code: 'bad-aspect-value', message: SECRET, value: SECRET };
const change = { seq: 1, urn: HIDDEN, aspect: aspect.name, value: state.value.text, beforeValue: null };

/** Those of both that pass the filters of a request: the filter of a reader is a list of URNs. */
function found({ within = EVERYTHING, filter = EVERYTHING }: { within?: Filter; filter?: Filter } = {}): string[] {
  const criteria = [within, filter].flatMap((each) => [...criteriaOf(each)]);
  return BOTH.filter((urn) => criteria.every(({ values }) => values.includes(urn)));
}

const searched = (request: { within?: Filter; filter?: Filter }) => ({
  hits: found(request).map((urn) => ({ urn })),
  facets: [{ values: found(request).map((value, count) => ({ value, count })) }],
  suggestions: found(request).map((urn) => ({ urn })),
});
const across = (seen: unknown) => (seen === undefined ? [HIDDEN] : [NEAR]);

/** Is the request only about what somebody sees? */
const isAmong = (request: readonly unknown[]): boolean => typeof request.at(-1) === 'function';

interface Example {
  /** Each is a request of its own. */
  readonly requests: readonly (readonly unknown[])[];
  /** What the whole core answers. */
  answer(...request: never[]): unknown;
}

const about = (...rest: unknown[]): Example['requests'] => [[hidden, ...rest]];
const aboutBoth = (...rest: unknown[]): Example['requests'] => [[[near, hidden], ...rest]];
const range = { types: [near.type], start: 0, count: 10 };

type ExamplesOf<Service> = { readonly [Name in keyof Service]?: Example | ExamplesOf<Service[Name]> };

export const EXAMPLES: ExamplesOf<Calls> = {
  read: {
    requests: [...aboutBoth(undefined), ...aboutBoth(undefined, 1)],
    answer: (urns: readonly object[]) =>
      urns.map((urn) => ({ urn, exists: true, aspects: [{ aspect, state: urn === hidden ? state : stateOf('') }] })),
  },
  readVersion: { requests: about(aspect.name, 1), answer: () => ({ aspect, state }) },
  versions: { requests: about(aspect.name, 0, 10), answer: () => ({ total: 1, versions: [{ version: 1, state }] }) },
  timeline: { requests: about(['DOCUMENTATION'], 0, 1), answer: () => [{ actor: SECRET }] },
  series: { requests: about({ aspect: 'datasetProfile' }), answer: () => [point] },
  seriesOfEach: { requests: aboutBoth({ aspect: 'datasetProfile' }), answer: () => [[], [point]] },
  latestPoints: {
    requests: [[[{ urn: hidden, aspects: [aspectOf('datasetProfile')] }]]],
    answer: () => [[{ aspect: aspectOf('datasetProfile'), point }]],
  },
  exists: { requests: aboutBoth(true), answer: () => [true, true] },
  pending: { requests: aboutBoth(), answer: () => [true, true] },
  list: { requests: [[{ ...range, types: [near.type] }]], answer: () => ({ urns: [near, hidden], more: false }) },
  urnsOf: { requests: [[near.type, 0, 10]], answer: () => BOTH },
  count: { requests: [[[near.type], true]], answer: () => 2 },
  countEach: { requests: [[[near.type], true]], answer: () => new Map([['dataset', 2]]) },
  search: { requests: [[{ ...range, input: 'x', filter: EVERYTHING }]], answer: searched },
  suggest: { requests: [[{ ...range, input: 'x', filter: EVERYTHING }]], answer: searched },
  browse: { requests: [[near.type, '', EVERYTHING, 0, 10]], answer: (_type: object, _path: string, filter: Filter) => searched({ filter }) },
  folders: { requests: [[{ ...range, filter: EVERYTHING }]], answer: searched },
  browsePaths: { requests: about(), answer: () => [`/${SECRET}`] },
  related: { requests: [[near, 'OUTGOING', [], 0, 10]], answer: () => page },
  relatedOf: { requests: [[[near], 'OUTGOING', [], 0, 10]], answer: () => [page] },
  relatedCounts: { requests: [[[near], 'OUTGOING', []]], answer: () => [new Map([['dataset', 1]])] },
  relatedAfter: { requests: [[near, 'OUTGOING', [], undefined, 10]], answer: () => page.related },
  edges: { requests: [[{ count: 10 }]], answer: () => [edge] },
  columnHolders: { requests: [[[{ source: NEAR, target: NEAR }]]], answer: () => [{ source: NEAR, target: NEAR, holders: [HIDDEN] }] },
  lineage: {
    requests: [[{ urn: near, direction: 'UPSTREAM', start: 0, count: 10 }]],
    answer: () => ({ total: 1, filtered: 0, degrees: [], reached: [reached] }),
  },
  neighbours: {
    requests: [[{ urns: [near], count: 10 }]],
    answer: () => [{ urn: NEAR, upstream: { total: 1, urns: [HIDDEN] }, downstream: { total: 1, urns: [HIDDEN] } }],
  },
  lineageWays: { requests: [[{ from: NEAR, to: NEAR, count: 1, hops: 9 }]], answer: () => [{ urns: BOTH, names: ['x'] }] },
  relationshipWays: { requests: [[{ from: NEAR, to: NEAR, count: 1, hops: 9 }, []]], answer: () => [{ urns: BOTH, names: ['x'] }] },
  landings: { requests: [['', 10]], answer: () => [{ urn: NEAR, total: 1, landed: [[HIDDEN]] }] },
  stepsBelow: { requests: [[near]], answer: (_: object, seen: unknown) => new Map([[NEAR, across(seen)]]) },
  searchLineage: {
    requests: [[{ ...range, urn: near, input: 'x' }]],
    answer: (_: object, seen: unknown) => ({ hits: across(seen).map((urn) => ({ urn })) }),
  },
  countLineage: { requests: [[{ ...range, urn: near, input: 'x' }]], answer: (_: object, seen: unknown) => across(seen) },
  people: {
    actor: { requests: [[HIDDEN]], answer: () => ({ groups: [SECRET] }) },
    actors: { requests: [[BOTH]], answer: (urns: readonly string[]) => urns.map((urn) => ({ groups: [urn === HIDDEN ? SECRET : ''] })) },
    resource: { requests: [[HIDDEN]], answer: () => ({ owners: [SECRET] }) },
    resources: { requests: [[BOTH]], answer: (urns: readonly string[]) => urns.map((urn) => ({ owners: [urn === HIDDEN ? SECRET : ''] })) },
  },
  access: {
    mayI: { requests: [[[], HIDDEN]], answer: () => true },
    rightsOver: { requests: about(), answer: () => undefined },
    ask: {
      requests: [['ann', { privilege: 'VIEW_DATASET_PROFILE', resource: HIDDEN }]],
      answer: async (_: unknown, __: unknown, sees = async (_urn: string) => true) => ((await sees(HIDDEN)) ? SECRET : 'asked'),
    },
  },
  suggestions: {
    suggest: { requests: [['ann', { urn: HIDDEN }]], answer: (...request: unknown[]) => (isAmong(request) ? undefined : suggestion) },
    list: { requests: [['ann']], answer: (...request: unknown[]) => (isAmong(request) ? [] : [suggestion]) },
    preview: { requests: [['ann', [suggestion]]], answer: (...request: unknown[]) => (isAmong(request) ? [] : [{ differences: [SECRET] }]) },
    decide: { requests: [['ann', { urn: suggestion.urn }]], answer: (...request: unknown[]) => (isAmong(request) ? undefined : suggestion) },
  },
  changes: { requests: [[{ limit: 10 }]], answer: () => ({ changes: [change] }) },
  newestChanges: { requests: [[{ limit: 10 }]], answer: () => ({ changes: [change] }) },
  placeBefore: { requests: [[1]], answer: () => ({ seq: 1, kept: true }) },
  write: { requests: [[{}]], answer: () => ({ items: [{ written: [{ urn: near, aspect, outcome: 'changed', now: state }] }], unknownFields: [] }) },
  refusals: {
    of: { requests: [['run', 0, 10]], answer: () => ({ total: 1, kept: 1, items: [refused] }) },
    ofSender: { requests: [['run', ANN]], answer: () => [refused] },
  },
  runs: {
    describe: { requests: [['run', 0, 10, false]], answer: () => [{ urn: HIDDEN, name: aspect.name, value: state.value.text }] },
  },
};

/** The whole core. Each call answers what its example says; those that have none, nothing. */
export function tellingCore(rows: object, examples: object = EXAMPLES): object {
  return Object.fromEntries(
    Object.entries(rows).map(([name, row]: [string, object]) => {
      const example = (examples as Readonly<Record<string, Example>>)[name];
      if (!('gives' in row)) return [name, tellingCore(row, example ?? {})];
      return [name, async (...request: never[]) => example?.answer(...request)];
    }),
  );
}
