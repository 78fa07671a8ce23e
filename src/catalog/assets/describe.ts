/**
 * What the catalog knows about an asset, in parts. A part is `undefined` if the catalog has no aspect for it, and empty if an aspect says that
 * there is none: `tags` is undefined without the aspect `globalTags`, and `[]` for an aspect without tags.
 */
import { DATASET_USAGE, DEPRECATION, OWNERSHIP, PROPERTY_VALUES } from '../../model/known-names.ts';
import { linkPartNamed, linkPartsOf } from '../../model/parts.ts';
import { isRecord } from '../../model/path.ts';
import { numberIn, recordsIn, textIn, textsIn } from '../../model/pick.ts';
import type { Urn } from '../../model/urn.ts';
import type { Catalog } from '../catalog.ts';
import { linksIn } from '../parts/links-in.ts';
import { entriesOf } from '../properties/properties.ts';
import type { EntityView } from '../read/read.ts';
import { readUsage } from '../series/read-usage.ts';
import type { UsageTotals } from '../series/usage.ts';
import { valueIn } from '../state.ts';
import { type Column, columnsOf, type ForeignKey, foreignKeysOf } from './columns.ts';
import { isRemoved, readNamed } from './names.ts';
import { type Check, checksOf, type Incident, type LookedAt } from './quality.ts';
import { queriesAbout } from './queries.ts';
import { descriptionIn, nameIn } from './texts.ts';
import { ownersIn } from './who-knows.ts';

export interface Description {
  readonly urn: Urn;
  readonly name: string;
  readonly description: string | undefined;
  /** In the words of the platform: table, view, topic. */
  readonly subTypes: readonly string[];
  /** URN. */
  readonly platform: string | undefined;
  /** URNs. */
  readonly container: string | undefined;
  readonly domains: readonly string[] | undefined;
  readonly tags: readonly string[] | undefined;
  readonly terms: readonly string[] | undefined;
  /** The other parts of links that the type can have, by their titles, with the URNs; absent where nobody has said anything. */
  readonly otherLinks: readonly { readonly part: string; readonly urns: readonly string[] | undefined }[];
  readonly owners: ReturnType<typeof ownersIn> | undefined;
  readonly deprecation: { readonly note: string; readonly until: number | undefined; readonly replacement: string | undefined } | undefined;
  readonly columns: readonly Column[] | undefined;
  readonly foreignKeys: readonly ForeignKey[];
  readonly properties: readonly { readonly property: string; readonly values: readonly (string | number)[] }[] | undefined;
  /** Values that readers do not see, because their property is soft-deleted. */
  readonly hiddenProperties: number;
  readonly checks: readonly Check[];
  readonly incidents: readonly Incident[];
  /** Of what there is more than was looked at. */
  readonly cut: readonly LookedAt[];
  readonly usage: (UsageTotals & { readonly days: number }) | undefined;
  readonly freshness: { readonly lastUpdated: number | undefined; readonly operation: string | undefined } | undefined;
  readonly size: { readonly at: number; readonly rows: number | undefined; readonly bytes: number | undefined } | undefined;
  /** Texts of queries: those that somebody keeps, then the most frequent ones. */
  readonly queries: readonly { readonly name: string | undefined; readonly statement: string }[];
  readonly totalQueries: number;
  readonly definition: string | undefined;
  readonly links: readonly { readonly url: string; readonly text: string }[];
  /** How many assets are one hop away. `undefined`: the catalog has no lineage of it. */
  readonly upstream: readonly string[] | undefined;
  readonly downstream: readonly string[];
  readonly totalUpstream: number;
  readonly totalDownstream: number;
  readonly hiddenLineage: number;
}

type DescribeCalls = Pick<Catalog, 'model' | 'read' | 'related' | 'series' | 'seriesOfEach' | 'latestPoints' | 'lineage'>;

const DAY_MS = 86_400_000;
const USAGE_DAYS = 30;
const MOST_BESIDE = 50;
const MOST_PROPERTIES = 2_000;
const POINTS = ['operation', 'datasetProfile', 'dashboardUsageStatistics', 'chartUsageStatistics'];
/** Parts of links that a description has by their names. */
const SHOWN_PARTS = ['domain', 'tags', 'terms'];
/** Aspects in which an entity says where it comes from. */
const LINEAGE = 'upstream';

export async function describe(core: DescribeCalls, urn: Urn): Promise<Description> {
  const [view] = await core.read([urn], undefined);
  if (!view) throw new Error(`no view of ${urn.text}`);
  const beside = { urn, start: 0, count: MOST_BESIDE, hops: 1, existing: true };
  const [usage, points, queries, checks, assigned, above, below] = await Promise.all([
    usageOf(core, urn),
    core.latestPoints([{ urn, aspects: POINTS.flatMap((name) => urn.type.aspects.get(name) ?? []) }]),
    queriesAbout(core, urn),
    checksOf(core, urn),
    core.related(urn, 'OUTGOING', ['HAS_PROPERTY'], 0, MOST_PROPERTIES),
    core.lineage({ ...beside, direction: 'UPSTREAM' }),
    core.lineage({ ...beside, direction: 'DOWNSTREAM' }),
  ]);
  const value = (name: string): unknown => valueIn(view, name);
  const linked = (name: string): string[] | undefined => {
    const part = linkPartNamed(core.model, name);
    return part && value(part.aspect) !== undefined ? linksIn(part, value(part.aspect)) : undefined;
  };
  const others = linkPartsOf(core.model).filter(({ name, aspect }) => !SHOWN_PARTS.includes(name) && urn.type.aspects.has(aspect));
  const point = (name: string): unknown => {
    const found = points[0]?.find(({ aspect }) => aspect.name === name);
    return found && (JSON.parse(found.point.text) as unknown);
  };
  const [operation, profile] = [point('operation'), point('datasetProfile')];
  const frequent = usage?.frequent ?? [];
  return {
    urn,
    name: nameIn(view),
    description: descriptionIn(view),
    subTypes: textsIn(value('subTypes'), 'typeNames'),
    platform: textIn(value('dataPlatformInstance'), 'platform'),
    container: textIn(value('container'), 'container'),
    domains: linked('domain'),
    tags: linked('tags'),
    terms: linked('terms'),
    otherLinks: others.map(({ name, title }) => ({ part: title, urns: linked(name) })),
    owners: value(OWNERSHIP) === undefined ? undefined : ownersIn(view),
    deprecation: deprecationIn(value(DEPRECATION)),
    columns: columnsOf(view),
    foreignKeys: foreignKeysOf(view),
    properties: propertiesIn(value(PROPERTY_VALUES)),
    hiddenProperties: await removedAmong(core, assigned.related, value(PROPERTY_VALUES)),
    checks: checks.checks,
    incidents: checks.incidents,
    cut: checks.cut,
    usage: usage?.totals,
    freshness: freshnessIn(operation, value('datasetProperties')),
    size: isRecord(profile)
      ? { at: numberIn(profile, 'timestampMillis') ?? 0, rows: numberIn(profile, 'rowCount'), bytes: numberIn(profile, 'sizeInBytes') }
      : undefined,
    queries: [...queries.queries, ...frequent.map((statement) => ({ name: undefined, statement }))],
    totalQueries: queries.total + frequent.length,
    definition: textIn(value('viewProperties'), 'viewLogic') ?? textIn(value('dataTransformLogic'), 'rawCode'),
    links: recordsIn(value('institutionalMemory'), 'elements').map(({ url, description }) => ({ url: String(url), text: String(description) })),
    upstream: above.total > 0 || saysLineage(view) ? above.reached.map((each) => each.urn) : undefined,
    downstream: below.reached.map((each) => each.urn),
    totalUpstream: above.total,
    totalDownstream: below.total,
    hiddenLineage: above.filtered + below.filtered,
  };
}

/** Does the entity have an aspect in which lineage is written, though it may be empty? */
function saysLineage({ aspects }: EntityView): boolean {
  return aspects.some(({ aspect }) => aspect.relationships.some(({ lineage }) => lineage === LINEAGE));
}

/** How many properties have values that readers do not see, because the property is soft-deleted. */
async function removedAmong(core: DescribeCalls, assigned: readonly { readonly urn: string }[], value: unknown): Promise<number> {
  const visible = new Set(entriesOf(value).map(({ propertyUrn }) => propertyUrn));
  const others = assigned.map(({ urn }) => urn).filter((urn) => !visible.has(urn));
  return [...(await readNamed(core, others)).values()].filter((view) => view.exists && isRemoved(view)).length;
}

function deprecationIn(value: unknown): Description['deprecation'] {
  if (!isRecord(value) || value.deprecated !== true) return undefined;
  return { note: textIn(value, 'note') ?? '', until: numberIn(value, 'decommissionTime'), replacement: textIn(value, 'replacement') };
}

function propertiesIn(value: unknown): Description['properties'] {
  if (value === undefined) return undefined;
  return entriesOf(value).map(({ propertyUrn, values }) => ({
    property: propertyUrn,
    values: values.map((each) => ('string' in each ? each.string : each.double)),
  }));
}

function freshnessIn(operation: unknown, properties: unknown): Description['freshness'] {
  const lastUpdated = numberIn(operation, 'lastUpdatedTimestamp') ?? numberIn(isRecord(properties) ? properties.lastModified : undefined, 'time');
  return lastUpdated === undefined ? undefined : { lastUpdated, operation: textIn(operation, 'operationType') };
}

/** The usage of the last days that have points; undefined if there are none. */
async function usageOf(core: DescribeCalls, urn: Urn): Promise<{ totals: UsageTotals & { days: number }; frequent: string[] } | undefined> {
  if (!urn.type.aspects.has(DATASET_USAGE)) return undefined;
  const request = { from: Date.now() - USAGE_DAYS * DAY_MS, to: undefined, duration: undefined, most: USAGE_DAYS };
  const { buckets, aggregations } = await readUsage(core, urn, request);
  if (buckets.length === 0) return undefined;
  const frequent = [...new Set(buckets.toReversed().flatMap(({ metrics }) => metrics.topSqlQueries ?? []))];
  return { totals: { ...aggregations, days: USAGE_DAYS }, frequent };
}
