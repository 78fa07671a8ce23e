/**
 * What the head of an entity's page shows besides its aspects: what it is part of, how big and how used it is, and whether something is wrong.
 */
import { CARD, CARD_FIELDS, type Card, cardOf, type SentCard } from './cards.ts';
import { graphql } from './client.ts';
import { typeOfUrn } from './urn.ts';

export interface About {
  /** The outermost first. */
  readonly parents: readonly Card[];
  readonly rows: number | undefined;
  readonly bytes: number | undefined;
  readonly columns: number | undefined;
  /** In the last 30 days. */
  readonly queries: number | undefined;
  readonly views: number | undefined;
  readonly users: number | undefined;
  /** Epoch ms: when data last changed. */
  readonly changed: number | undefined;
  readonly openIncidents: number;
  readonly failingChecks: number;
  readonly checks: number;
  readonly incidents: number;
  /** How many known queries are about it. */
  readonly knownQueries: number;
}

export const NOTHING_KNOWN: About = {
  parents: [],
  rows: undefined,
  bytes: undefined,
  columns: undefined,
  queries: undefined,
  views: undefined,
  users: undefined,
  changed: undefined,
  openIncidents: 0,
  failingChecks: 0,
  checks: 0,
  incidents: 0,
  knownQueries: 0,
};

const PARENTS = `{ containers { ${CARD_FIELDS} } }`;
/** Fields that only some types have. */
const BY_TYPE: Readonly<Record<string, string>> = {
  dataset: `... on Dataset { parents: parentContainers ${PARENTS}
    profile: datasetProfile(limit: 1) { rowCount columnCount sizeInBytes } operation(limit: 1) { lastUpdatedTimestamp }
    stats: statsSummary { queryCountLast30Days uniqueUserCountLast30Days } }`,
  container: `... on Container { parents: parentContainers ${PARENTS} }`,
  dashboard: `... on Dashboard { parents: parentContainers ${PARENTS} views: statsSummary { viewCountLast30Days uniqueUserCountLast30Days } }`,
  chart: `... on Chart { parents: parentContainers ${PARENTS} views: statsSummary { viewCountLast30Days uniqueUserCountLast30Days } }`,
  dataJob: `... on DataJob { parents: parentContainers ${PARENTS} flow { ${CARD_FIELDS} } }`,
  dataFlow: `... on DataFlow { parents: parentContainers ${PARENTS} }`,
  domain: `... on Domain { above: parentDomains { domains { ${CARD_FIELDS} } } }`,
  glossaryTerm: `... on GlossaryTerm { nodes: parentNodes { nodes { ${CARD_FIELDS} } } }`,
  glossaryNode: `... on GlossaryNode { nodes: parentNodes { nodes { ${CARD_FIELDS} } } }`,
};

interface Sent {
  readonly health: readonly { readonly type: string; readonly status: string; readonly causes: readonly string[] | null }[] | null;
  readonly asserts: { readonly total: number };
  readonly incidentsOn: { readonly total: number };
  readonly subjects: { readonly total: number };
  readonly parents?: { readonly containers: readonly SentCard[] } | null;
  readonly above?: { readonly domains: readonly SentCard[] } | null;
  readonly nodes?: { readonly nodes: readonly SentCard[] } | null;
  readonly flow?: SentCard | null;
  readonly profile?: readonly { readonly rowCount: number | null; readonly columnCount: number | null; readonly sizeInBytes: number | null }[];
  readonly operation?: readonly { readonly lastUpdatedTimestamp: number | null }[];
  readonly stats?: { readonly queryCountLast30Days: number | null; readonly uniqueUserCountLast30Days: number | null } | null;
  readonly views?: { readonly viewCountLast30Days: number | null; readonly uniqueUserCountLast30Days: number | null } | null;
}

const near = (alias: string, type: string): string =>
  `${alias}: relationships(input: {types: ["${type}"], direction: INCOMING, start: 0, count: 1}) { total }`;

/** Reads all of it in one request. */
export async function readAbout(urn: string, signal?: AbortSignal): Promise<About> {
  const own = BY_TYPE[typeOfUrn(urn)] ?? '';
  const text = `query about($urn: String!${own.includes('$card') ? ', $card: [String!]' : ''}) { entity(urn: $urn) {
    health { type status causes } ${near('asserts', 'Asserts')} ${near('incidentsOn', 'IncidentOn')} ${near('subjects', 'HasQuerySubject')} ${own}
  } }`;
  const { entity } = await graphql<{ entity: Sent | null }>(text, { urn, card: CARD }, signal);
  if (!entity) return NOTHING_KNOWN;
  const bad = (type: string): number => entity.health?.find((each) => each.type === type && each.status === 'FAIL')?.causes?.length ?? 0;
  const above = [...(entity.parents?.containers ?? entity.above?.domains ?? entity.nodes?.nodes ?? [])].reverse();
  const profile = entity.profile?.[0];
  return {
    parents: [...above, ...(entity.flow ? [entity.flow] : [])].map((sent) => cardOf(sent.urn, sent)),
    rows: profile?.rowCount ?? undefined,
    bytes: profile?.sizeInBytes ?? undefined,
    columns: profile?.columnCount ?? undefined,
    queries: entity.stats?.queryCountLast30Days || undefined,
    views: entity.views?.viewCountLast30Days || undefined,
    users: (entity.stats ?? entity.views)?.uniqueUserCountLast30Days || undefined,
    changed: entity.operation?.[0]?.lastUpdatedTimestamp ?? undefined,
    openIncidents: bad('INCIDENTS'),
    failingChecks: bad('ASSERTIONS'),
    checks: entity.asserts.total,
    incidents: entity.incidentsOn.total,
    knownQueries: entity.subjects.total,
  };
}
