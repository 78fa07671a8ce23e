/**
 * The parts of a description in the order of their use, and for each absent part whether there is none or nobody told. Pure.
 */
import { type Column, type Description, plainPath } from '../../../catalog/index.ts';
import { type AnswerPart, clip } from '../fit.ts';
import type { NamedEntity } from './read-names.ts';

/** In the order in which they fill an answer. */
export const PARTS = [
  'description',
  'columns',
  'owners',
  'terms',
  'tags',
  'domains',
  'otherLinks',
  'quality',
  'usage',
  'freshness',
  'size',
  'queries',
  'upstream',
  'downstream',
  'properties',
  'definition',
  'links',
] as const;
type PartName = (typeof PARTS)[number];

/** How much of an answer a part may take before all others had their turn. */
const SHARES: Partial<Record<PartName, number>> = {
  description: 0.2,
  columns: 0.45,
  queries: 0.2,
  upstream: 0.15,
  downstream: 0.15,
  definition: 0.3,
};
const LONGEST_COLUMN = 160;
const LONGEST_STATEMENT = 1_200;
const MOST_USERS = 3;
const MOST_CHECKS = 10;

type NameOf = (urn: string) => NamedEntity;

/** The URNs that a description shows by name. */
export function referencesOf(known: Description): string[] {
  const { platform, container, owners = [], tags = [], terms = [], domains = [], columns = [], foreignKeys, upstream = [], downstream } = known;
  return [
    ...(platform === undefined ? [] : [platform]),
    ...(container === undefined ? [] : [container]),
    ...owners.map(({ owner }) => owner),
    ...owners.flatMap(({ typeUrn }) => typeUrn ?? []),
    ...[tags, terms, domains, upstream, downstream].flat(),
    ...known.otherLinks.flatMap(({ urns = [] }) => urns),
    ...columns.flatMap((column) => [...column.tags, ...column.terms]),
    ...foreignKeys.map(({ dataset }) => dataset),
    ...(known.properties ?? []).map(({ property }) => property),
    ...(known.usage?.users ?? []).slice(0, MOST_USERS).flatMap(({ user }) => user ?? []),
  ];
}

/** Columns as an answer shows them: keys, references, described and used ones first. */
export function columnsPart(
  columns: Description['columns'],
  { foreignKeys, usage }: Description,
  nameOf: NameOf,
): Record<string, unknown>[] | undefined {
  if (columns === undefined) return undefined;
  const references = new Map(
    foreignKeys.flatMap(({ dataset, pairs }) => pairs.map(([here, there]) => [here, `${nameOf(dataset).name}.${plainPath(there)}`])),
  );
  const queries = new Map((usage?.fields ?? []).map(({ fieldName, count }) => [fieldName, count]));
  const worth = ({ path, key, tags, terms, description }: Column): number =>
    (key ? 8 : 0) + (references.has(path) ? 6 : 0) + (queries.has(path) ? 4 : 0) + (tags.length + terms.length > 0 ? 2 : 0) + (description ? 1 : 0);
  return columns
    .map((column, at) => ({ column, at, worth: worth(column) }))
    .sort((a, b) => b.worth - a.worth || a.at - b.at)
    .map(({ column: { path, name, type, key, description, tags, terms } }) => ({
      name,
      type,
      ...(key && { key }),
      ...(description !== undefined && { description: clip(description, LONGEST_COLUMN) }),
      ...(references.has(path) && { references: references.get(path) }),
      ...(tags.length > 0 && { tags: tags.map((urn) => nameOf(urn).name) }),
      ...(terms.length > 0 && { terms: terms.map((urn) => nameOf(urn).name) }),
      ...(queries.has(path) && { queries: queries.get(path) }),
    }));
}

export function partsOf(
  known: Description,
  columns: Record<string, unknown>[] | undefined,
  nameOf: NameOf,
): { parts: AnswerPart[]; none: string[]; notKnown: string[] } {
  const { owners, usage, freshness, size, totalUpstream, totalDownstream } = known;
  const all = (urns: readonly string[] | undefined): NamedEntity[] | undefined => urns?.map(nameOf);
  const values: Record<PartName, unknown> = {
    description: known.description,
    columns,
    owners: owners?.map(({ owner, type, typeUrn }) => ({
      urn: owner,
      name: nameOf(owner).name,
      type: typeUrn === undefined ? type : nameOf(typeUrn).name,
    })),
    terms: all(known.terms),
    tags: all(known.tags),
    domains: all(known.domains),
    otherLinks: otherLinksOf(known, nameOf),
    quality: qualityOf(known),
    usage: usage && {
      days: usage.days,
      queries: usage.totalSqlQueries,
      users: usage.uniqueUserCount,
      topUsers: usage.users.slice(0, MOST_USERS).map(({ user, userEmail, count }) => ({
        name: user === undefined ? (userEmail ?? '') : nameOf(user).name,
        queries: count,
      })),
    },
    freshness: freshness?.lastUpdated && {
      lastUpdated: new Date(freshness.lastUpdated).toISOString(),
      ...(freshness.operation !== undefined && { operation: freshness.operation }),
    },
    size: size && {
      ...(size.rows !== undefined && { rows: size.rows }),
      ...(size.bytes !== undefined && { bytes: size.bytes }),
      measured: new Date(size.at).toISOString(),
    },
    queries:
      known.queries.length === 0
        ? undefined
        : known.queries.map(({ name, statement }) => ({ ...(name !== undefined && { name }), statement: clip(statement, LONGEST_STATEMENT) })),
    upstream: all(known.upstream),
    downstream: known.downstream.length === 0 ? undefined : all(known.downstream),
    properties: known.properties?.map(({ property, values: of }) => ({ name: nameOf(property).name, urn: property, values: of })),
    definition: known.definition,
    links: known.links.length === 0 ? undefined : known.links,
  };
  const totals: Partial<Record<PartName, number>> = { upstream: totalUpstream, downstream: totalDownstream, queries: known.totalQueries };
  const parts = PARTS.map((name): AnswerPart => {
    const [share, of] = [SHARES[name], totals[name]];
    const how = HOW[name];
    return { name, value: values[name], ...(how !== undefined && { how }), ...(share !== undefined && { share }), ...(of !== undefined && { of }) };
  });
  const absent = PARTS.filter((name) => applies(name, known) && (values[name] === undefined || isEmpty(values[name])));
  return { parts, none: absent.filter((name) => isEmpty(values[name])), notKnown: absent.filter((name) => values[name] === undefined) };
}

/** Undefined where nobody has said anything of any of them. */
function otherLinksOf({ otherLinks }: Description, nameOf: NameOf): { part: string; entities: NamedEntity[] }[] | undefined {
  const said = otherLinks.flatMap(({ part, urns }) => (urns ? [{ part, entities: urns.map(nameOf) }] : []));
  return said.length === 0 ? undefined : said.filter(({ entities }) => entities.length > 0);
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** Can the type have this part at all? Without it, its absence says nothing. */
function applies(name: PartName, { urn: { type }, otherLinks }: Description): boolean {
  if (name === 'otherLinks') return otherLinks.length > 0;
  const aspects: Partial<Record<PartName, string>> = {
    columns: 'schemaMetadata',
    owners: 'ownership',
    terms: 'glossaryTerms',
    tags: 'globalTags',
    domains: 'domains',
    usage: 'datasetUsageStatistics',
    freshness: 'operation',
    size: 'datasetProfile',
    queries: 'schemaMetadata',
    properties: 'structuredProperties',
    definition: 'viewProperties',
    links: 'institutionalMemory',
  };
  const aspect = aspects[name];
  return aspect === undefined || type.aspects.has(aspect);
}

/** How to get what is cut, if there is a better way than a larger answer. */
const HOW: Partial<Record<PartName, string>> = { columns: 'columnsLike, columnsFrom, or parts: ["columns"]', downstream: 'impact_of_change' };

function qualityOf({ checks, incidents }: Description): Record<string, unknown> | undefined {
  if (checks.length + incidents.length === 0) return undefined;
  const time = (at: number | undefined, name: string): Record<string, string> => (at === undefined ? {} : { [name]: new Date(at).toISOString() });
  return {
    ...(incidents.length > 0 && { incidents: incidents.map(({ title, type, since }) => ({ title, type, ...time(since, 'since') })) }),
    ...(checks.length > 0 && {
      checks: checks
        .slice(0, MOST_CHECKS)
        .map(({ about, result, at }) => ({ about: clip(about, LONGEST_COLUMN), result: result ?? 'NOT_RUN', ...time(at, 'at') })),
    }),
    ...(checks.length > MOST_CHECKS && { moreChecks: checks.length - MOST_CHECKS }),
  };
}
