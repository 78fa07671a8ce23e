/**
 * Reads suggestions while the reader types.
 */
import { suggestQuery } from '../../generated/queries.ts';
import { subTypeIn } from '../data/labels.ts';
import { isFolder } from '../data/words.ts';
import { graphql } from './client.ts';
import { byName } from './names.ts';
import { isUrn } from './urn.ts';

export interface Suggestion {
  readonly text: string;
  readonly urn: string;
  /** What the platform calls it. */
  readonly subType: string | undefined;
  /** The names of the folders that it is in, from the top. Containers, which have no names here, are left out. */
  readonly path: readonly string[];
  /** How words were read that no name begins with. The same for all suggestions of a text. */
  readonly corrected: readonly string[];
}

/** @param types constants of entity types; if empty, all that are searched by default */
export async function suggest(
  query: string,
  { types = [], limit = 8 }: { types?: readonly string[]; limit?: number },
  signal?: AbortSignal,
): Promise<Suggestion[]> {
  if (query.trim() === '') return [];
  const lists =
    types.length === 0 ? [await ask(query, undefined, limit, signal)] : await Promise.all(types.map((type) => ask(query, type, limit, signal)));
  // Of several types, a name that is the words comes before names that only have them: it is what Enter takes.
  const isExact = ({ text }: Suggestion): boolean => text.toLowerCase() === query.trim().toLowerCase();
  return lists
    .flat()
    .sort((one, other) => Number(isExact(other)) - Number(isExact(one)))
    .slice(0, limit);
}

async function ask(query: string, type: string | undefined, limit: number, signal: AbortSignal | undefined): Promise<Suggestion[]> {
  const { found } = await graphql(suggestQuery, { input: { query, limit, ...(type ? { type } : {}) }, card: ['subTypes'] }, signal);
  return found.suggestions.flatMap((text, at) => {
    const entity = found.entities[at];
    const path = (found.details[at]?.path ?? []).filter((each) => !isUrn(each) && isFolder(each));
    if (entity === undefined) return [];
    return [{ text, urn: entity.urn, subType: subTypeIn(byName(entity)), path, corrected: found.corrected.map((each) => each.as) }];
  });
}
