/**
 * How much of the catalog is described, owned, in a domain and tagged: now, by the search index, and by the points of each day that are kept
 * with entity types, domains and platforms (docs/semantics.md 7.4).
 */
import { badParameter, type Refusal } from '../../errors.ts';
import { TYPE_FIELD } from '../../model/fields.ts';
import { COVERAGE } from '../../model/known-names.ts';
import { aspectNamed, typeUrn, urnFrom } from '../../model/named.ts';
import type { EntityTypeSpec, Model } from '../../model/types.ts';
import { knownUrns, type Urn } from '../../model/urn.ts';
import { both, criterion, EVERYTHING, type Filter } from '../../search/index.ts';
import type { Catalog } from '../catalog.ts';
import type { SeriesPoint } from './series.ts';

const has = (field: string): Filter => criterion(field, 'EQUAL', 'true');

const MEASURES = {
  withDescription: has('hasDescription'),
  withOwners: has('hasOwners'),
  withDomain: has('hasDomain'),
  withTags: { is: 'or', of: [has('hasTags'), has('hasGlossaryTerms')] },
} as const satisfies Readonly<Record<string, Filter>>;

type CoverageMeasure = keyof typeof MEASURES;
const NAMES = Object.keys(MEASURES) as CoverageMeasure[];

/** How many assets there are, and how many of them have what. */
export type CoverageCount = { readonly assets: number } & { readonly [Each in CoverageMeasure]: number };

/** The field whose values tell the parts apart. */
const PARTS = { TYPE: TYPE_FIELD, DOMAIN: 'domains', PLATFORM: 'platform' } as const;
type CoverageBy = keyof typeof PARTS;

/** Those with most assets. */
const MOST_PARTS = 250;
const DAY_MS = 86_400_000;
const MOST_DAYS = 1_000;

interface CountedAssets {
  readonly total: CoverageCount;
  /** Those with most assets first. */
  readonly parts: readonly { readonly urn: Urn; readonly count: CoverageCount }[];
  /** How many others there are. */
  readonly moreParts: number;
}

/** The types that people look after. */
function stewardedTypes(model: Model): EntityTypeSpec[] {
  return [...model.entityTypes.values()].filter(({ page }) => page.stewarded);
}

/** @param viewer whose hidden stages are left out; absent: nothing is */
export async function countCoverage({ model, search }: Pick<Catalog, 'model' | 'search'>, by: CoverageBy, viewer?: string): Promise<CountedAssets> {
  const types = stewardedTypes(model);
  const field = PARTS[by];
  const asked = { types, input: '*', start: 0, count: 0, anyOrder: true, facets: [field], facetValues: MOST_PARTS, viewer };
  const found = async (filter: Filter) => {
    const { total, facets } = await search({ ...asked, filter });
    const [facet] = facets;
    return { total, totalValues: facet?.totalValues ?? 0, of: new Map(facet?.values.map(({ value, count }) => [value, count])) };
  };
  const all = await found(EVERYTHING);
  const having = await Promise.all(NAMES.map((name) => found(MEASURES[name])));
  // The values that most have may be others than those that most are.
  const cut = all.totalValues > all.of.size;
  const among = criterion(field, 'IN', ...all.of.keys());
  const ofParts = cut ? await Promise.all(NAMES.map((name) => found(both(MEASURES[name], among)))) : having;
  const urnOf = (value: string): string => (by === 'TYPE' ? typeUrn(model, { name: value }) : value);
  const parts = [...all.of].flatMap(([value, assets]) => {
    const [urn] = knownUrns(model, [urnOf(value)]);
    return urn ? [{ urn, count: countOf(assets, (_, at) => ofParts[at]?.of.get(value) ?? 0) }] : [];
  });
  return { total: countOf(all.total, (_, at) => having[at]?.total ?? 0), parts, moreParts: Math.max(0, all.totalValues - all.of.size) };
}

/** The entities whose points make up the whole. */
export function coverageOfAll(model: Model): Urn[] {
  return knownUrns(
    model,
    stewardedTypes(model).map((type) => typeUrn(model, type)),
  ).filter(({ type }) => type.aspects.has(COVERAGE));
}

/** The beginning of the last day up to this one that is counted, epoch ms; 0 if none is. */
export async function lastCounted({ model, latestPoints }: Pick<Catalog, 'model' | 'latestPoints'>, day: number): Promise<number> {
  const latest = await latestPoints(withAspect(coverageOfAll(model)), day);
  return Math.max(0, ...latest.flat().map(({ point }) => countIn(point).time));
}

function withAspect(urns: readonly Urn[]) {
  return urns.flatMap((urn) => {
    const aspect = urn.type.aspects.get(COVERAGE);
    return aspect ? [{ urn, aspects: [aspect] }] : [];
  });
}

interface CoverageCounts {
  readonly total: CoverageCount;
  /** `before`: on the first day; absent if nothing was counted then, and for who sees a part of the catalog, because the days are of all of it. */
  readonly parts: readonly { readonly urn: string; readonly count: CoverageCount; readonly before: CoverageCount | undefined }[];
  /** How many others there are, with fewer assets. */
  readonly moreParts: number;
  /** The oldest first. */
  readonly days: readonly Day[];
}

interface Day {
  /** Its beginning, epoch ms. */
  readonly time: number;
  readonly count: CoverageCount;
}

interface CoverageRequest {
  readonly by: CoverageBy;
  /** Of an entity type, a domain or a platform: the days of this one; absent: of everything. */
  readonly urn?: string | undefined;
  readonly days: number;
}

/** Why who asks may not know it; undefined for who may. */
export async function whyNoCoverage({ model, closed }: Pick<Catalog, 'model' | 'closed'>): Promise<Refusal | undefined> {
  const [one] = coverageOfAll(model);
  return one && closed(one, aspectNamed(one.type, COVERAGE));
}

type CoverageCalls = Pick<Catalog, 'model' | 'search' | 'closed' | 'seriesOfEach' | 'latestPoints' | 'partial'>;

/** @throws Refusal forbidden for who neither sees everything nor has VIEW_COVERAGE; malformed, unknownName */
export async function readCoverage(core: CoverageCalls, { by, urn, days: wanted }: CoverageRequest, viewer: string): Promise<CoverageCounts> {
  const { model, seriesOfEach, latestPoints, partial } = core;
  if (wanted < 1 || wanted > MOST_DAYS) throw badParameter('/input/days', `a number from 1 to ${MOST_DAYS}`, wanted);
  const whole = coverageOfAll(model);
  const named = urn === undefined ? whole : [urnFrom(model, urn, '/input/urn')];
  for (const { type } of named)
    if (!type.aspects.has(COVERAGE)) throw badParameter('/input/urn', 'the URN of an entity type, a domain or a platform', urn);
  const refusal = await whyNoCoverage(core);
  if (refusal) throw refusal;
  const today = startOfDay(Date.now());
  const window = { aspect: COVERAGE, from: today - (wanted - 1) * DAY_MS, to: today, limit: wanted };
  const [{ total, parts, moreParts }, points] = await Promise.all([countCoverage(core, by, viewer), seriesOfEach(named, window)]);
  const days = daysOf(points.flat());
  const first = days[0]?.time;
  const asked = withAspect(parts.map((part) => part.urn));
  const before = first === undefined || partial ? [] : await latestPoints(asked, first);
  const countBefore = new Map(before.map((latest, at) => [asked[at]?.urn.text, latest.map(({ point }) => countIn(point))[0]]));
  return { total, days, parts: parts.map(({ urn: { text }, count }) => ({ urn: text, count, before: countBefore.get(text) })), moreParts };
}

export function startOfDay(time: number): number {
  return Math.floor(time / DAY_MS) * DAY_MS;
}

/** Sums up what was counted on the same day. */
function daysOf(points: readonly SeriesPoint[]): Day[] {
  const days = new Map<number, CoverageCount>();
  for (const point of points) {
    const { time, ...count } = countIn(point);
    const known = days.get(time);
    days.set(time, known ? countOf(known.assets + count.assets, (name) => known[name] + count[name]) : count);
  }
  return [...days].map(([time, count]) => ({ time, count })).sort((one, other) => one.time - other.time);
}

function countIn({ text }: SeriesPoint): CoverageCount & { readonly time: number } {
  const point = JSON.parse(text) as Record<string, unknown>;
  const number = (name: string): number => (typeof point[name] === 'number' ? point[name] : 0);
  return { time: number('timestampMillis'), ...countOf(number('assets'), number) };
}

function countOf(assets: number, having: (name: CoverageMeasure, at: number) => number): CoverageCount {
  return { assets, ...(Object.fromEntries(NAMES.map((name, at) => [name, having(name, at)])) as Record<CoverageMeasure, number>) };
}
