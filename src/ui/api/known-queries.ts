/**
 * Reads the queries that the catalog knows about a table.
 */
import { graphql } from './client.ts';

export interface KnownQuery {
  readonly urn: string;
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly statement: string;
  /** URN of who wrote it. */
  readonly by: string | undefined;
  /** Epoch ms. */
  readonly at: number | undefined;
  /** URNs of the tables and columns that it is about. */
  readonly subjects: readonly string[];
}

interface Sent {
  readonly urn: string;
  readonly aspects: readonly { readonly aspectName: string; readonly value: Record<string, unknown> }[];
}

const MOST = 100;
const TEXT = `query queries($urn: String!) { entity(urn: $urn) {
  subjects: relationships(input: {types: ["HasQuerySubject"], direction: INCOMING, start: 0, count: ${MOST}}) {
    total relationships { entity { urn aspects(input: {aspectNames: ["queryProperties", "querySubjects", "status"]}) { aspectName value } } }
  }
} }`;

/** The last changed first. */
export async function readKnownQueries(urn: string, signal?: AbortSignal): Promise<{ total: number; queries: KnownQuery[] }> {
  const { entity } = await graphql<{ entity: { subjects: { total: number; relationships: { entity: Sent | null }[] } } | null }>(
    TEXT,
    { urn },
    signal,
  );
  const sent = new Map((entity?.subjects.relationships ?? []).flatMap(({ entity: each }) => (each ? [[each.urn, each] as const] : [])));
  const queries = [...sent.values()].flatMap(queryIn);
  return { total: entity?.subjects.total ?? 0, queries: queries.sort((a, b) => (b.at ?? 0) - (a.at ?? 0)) };
}

function queryIn({ urn, aspects }: Sent): KnownQuery[] {
  const values = Object.fromEntries(aspects.map(({ aspectName, value }) => [aspectName, value]));
  const properties = values.queryProperties as
    | { name?: string; description?: string; statement?: { value?: string }; lastModified?: { time?: number; actor?: string } }
    | undefined;
  const statement = properties?.statement?.value;
  if (statement === undefined || values.status?.removed === true) return [];
  const subjects = (values.querySubjects?.subjects ?? []) as { entity: string }[];
  return [
    {
      urn,
      name: properties?.name,
      description: properties?.description,
      statement,
      by: properties?.lastModified?.actor,
      at: properties?.lastModified?.time,
      subjects: subjects.map(({ entity }) => entity),
    },
  ];
}
