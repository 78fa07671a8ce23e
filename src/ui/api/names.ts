/**
 * Finds names of entities: in their aspects, or in batches from the server if only URNs are known.
 */
import { type CardFragment, namesQuery } from '../../generated/queries.ts';
import type { Values } from '../data/aspects.ts';
import { aspectsOf, firstText } from '../data/described.ts';
import { settings, typeSettings } from '../settings.ts';
import { graphql } from './client.ts';
import { shortName, typeOfUrn } from './urn.ts';

/** The name of an entity in the given aspects. An edited name wins. */
export function nameOf(urn: string, aspects: Values): string {
  return firstText(typeSettings(typeOfUrn(urn))?.names, aspects) || shortName(urn);
}

/** Aspects that contain names. The server ignores those that a type does not have. */
export const NAMING_ASPECTS = aspectsOf('names');

export type Named = Pick<CardFragment, 'aspects'>;

/** Turns the aspects of a GraphQL answer into a record by name. */
export function byName({ aspects }: Named): Record<string, Record<string, unknown>> {
  return Object.fromEntries(aspects.map(({ aspectName, value }) => [aspectName, value]));
}

const MOST = 200;

const known = new Map<string, Promise<string>>();
/** Of these, the names that have been answered. */
const answered = new Map<string, string>();
let waiting = new Map<string, (name: string) => void>();

/** The name of an entity, from an earlier answer if possible. If the entity does not exist, the short name in its URN. */
export function lookUpName(urn: string): Promise<string> {
  let name = known.get(urn);
  if (!name) {
    name = new Promise<string>((resolve) => {
      if (waiting.size === 0) setTimeout(ask, 5);
      waiting.set(urn, resolve);
    });
    known.set(urn, name);
  }
  return name;
}

/** The name of an entity if it has been looked up before. What is drawn with it does not change its width later. */
export function knownName(urn: string): string | undefined {
  return answered.get(urn);
}

/** Keeps a name that came with something else, so that nobody asks for it. */
export function rememberName(urn: string, name: string): void {
  known.set(urn, Promise.resolve(name));
  answered.set(urn, name);
}

/** Forgets a name, because it may have changed. */
export function forgetName(urn: string): void {
  known.delete(urn);
  answered.delete(urn);
}

// Nobody has written about who Cairn itself writes as.
rememberName(settings.system, 'Cairn');

async function ask(): Promise<void> {
  const all = [...waiting];
  waiting = new Map();
  for (let from = 0; from < all.length; from += MOST) {
    const part = all.slice(from, from + MOST);
    const urns = part.map(([urn]) => urn);
    const found = await graphql(namesQuery, { urns, card: NAMING_ASPECTS }).catch(() => undefined);
    for (const [index, [urn, resolve]] of part.entries()) {
      const entity = found?.entities[index];
      const name = entity ? nameOf(urn, byName(entity)) : shortName(urn);
      if (found) answered.set(urn, name);
      else known.delete(urn);
      resolve(name);
    }
  }
}
