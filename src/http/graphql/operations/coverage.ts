/**
 * How much of the catalog is described and owned: as Cairn's pages ask for it, and as other web frontends do.
 */
import { type CoverageCount, readCoverage } from '../../../catalog/index.ts';
import type { Arguments } from '../../../generated/arguments.ts';
import { costing, SEARCH } from '../cost.ts';
import type { GraphContext, Resolve, Resolvers } from '../operation.ts';

/** Searches, and the points of a year. */
const COST = 5 * SEARCH;
const DAYS = 90;

const LINES: readonly (readonly [keyof CoverageCount, string])[] = [
  ['assets', 'Assets'],
  ['withDescription', 'With a description'],
  ['withOwners', 'With an owner'],
  ['withDomain', 'In a domain'],
  ['withTags', 'With a tag or a term'],
];

function read({ catalog, actor, notes }: GraphContext, request: Parameters<typeof readCoverage>[1]): ReturnType<typeof readCoverage> {
  notes.searched = true;
  return readCoverage(catalog, request, actor);
}

const coverage: Resolve<Arguments['coverage']> = (_, { input: { by, urn, days } }, context) => read(context, { by, urn: urn ?? undefined, days });

const ofAll = { by: 'TYPE', days: DAYS } as const;

const charts: Resolve = async (_, __, context) => {
  const { days } = await read(context, ofAll);
  const [first, last] = [days[0], days.at(-1)].map((day) => day && timeText(day.time));
  const lines = LINES.map(([field, name]) => ({ name, data: days.map(({ time, count }) => ({ x: timeText(time), y: count[field] })) }));
  const chart = { title: 'Assets', lines, dateRange: { start: first, end: last }, interval: 'DAY' };
  return [{ groupId: 'Coverage', title: 'Coverage', charts: days.length > 0 ? [chart] : [] }];
};

const highlights: Resolve = async (_, __, context) => {
  const { total } = await read(context, ofAll);
  return LINES.map(([field, title]) => ({ value: total[field], title, body: field === 'assets' ? '' : `of ${total.assets} assets` }));
};

function timeText(time: number): string {
  return new Date(time).toISOString();
}

export const coverages: Resolvers = {
  Query: {
    coverage: costing(COST, coverage),
    getAnalyticsCharts: costing(COST, charts),
    getHighlights: costing(COST, highlights),
  },
};
