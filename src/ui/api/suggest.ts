/**
 * Reads suggestions while the reader types.
 */
import { graphql } from './client.ts';

export interface Suggestion {
  readonly text: string;
  readonly urn: string;
}

const QUERY = 'query suggest($input: AutoCompleteInput!) { found: autoComplete(input: $input) { suggestions entities { urn } } }';

/** @param types constants of entity types; if empty, all that are searched by default */
export async function suggest(
  query: string,
  { types = [], limit = 8 }: { types?: readonly string[]; limit?: number },
  signal?: AbortSignal,
): Promise<Suggestion[]> {
  if (query.trim() === '') return [];
  const lists =
    types.length === 0 ? [await ask(query, undefined, limit, signal)] : await Promise.all(types.map((type) => ask(query, type, limit, signal)));
  return lists.flat().slice(0, limit);
}

async function ask(query: string, type: string | undefined, limit: number, signal: AbortSignal | undefined): Promise<Suggestion[]> {
  const { found } = await graphql<{ found: { suggestions: string[]; entities: { urn: string }[] } }>(
    QUERY,
    { input: { query, limit, ...(type ? { type } : {}) } },
    signal,
  );
  return found.suggestions.flatMap((text, at) => {
    const urn = found.entities[at]?.urn;
    return urn === undefined ? [] : [{ text, urn }];
  });
}
