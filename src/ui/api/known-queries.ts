/**
 * The queries that the catalog knows about a table: what tools have found, and what people have written down.
 */
import { type CardFragment, createQueryMutation, deleteQueryMutation, queriesQuery } from '../../generated/queries.ts';
import { graphql, mutate } from './client.ts';

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
  /** Written down by a person; otherwise the next run of a tool may write it again. */
  readonly own: boolean;
}

export interface NewQuery {
  readonly name: string;
  readonly description: string;
  readonly statement: string;
}

const MOST = 100;
const CARD = ['queryProperties', 'querySubjects', 'status'];

/** The last changed first. */
export async function readKnownQueries(urn: string, signal?: AbortSignal): Promise<{ total: number; queries: KnownQuery[] }> {
  const { entity } = await graphql(queriesQuery, { urn, card: CARD, most: MOST }, signal);
  const sent = new Map((entity?.subjects?.relationships ?? []).flatMap(({ entity: each }) => (each ? [[each.urn, each] as const] : [])));
  const queries = [...sent.values()].flatMap(queryIn);
  return { total: entity?.subjects?.total ?? 0, queries: queries.sort((a, b) => (b.at ?? 0) - (a.at ?? 0)) };
}

function queryIn({ urn, aspects }: CardFragment): KnownQuery[] {
  const values = Object.fromEntries(aspects.map(({ aspectName, value }) => [aspectName, value]));
  const properties = values.queryProperties as
    | { name?: string; description?: string; source?: string; statement?: { value?: string }; lastModified?: { time?: number; actor?: string } }
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
      own: properties?.source === 'MANUAL',
    },
  ];
}

/** Writes a query of a table down. */
export async function noteQuery(table: string, { name, description, statement }: NewQuery): Promise<void> {
  const said = description === '' ? {} : { description };
  const properties = { name, ...said, statement: { value: statement, language: 'SQL' as const } };
  await mutate(createQueryMutation, { input: { properties, subjects: [{ datasetUrn: table }] } });
}

export async function deleteQuery(urn: string): Promise<void> {
  await mutate(deleteQueryMutation, { urn });
}
