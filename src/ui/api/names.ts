/**
 * Finds names and kinds of entities: in their aspects, or in batches from the server if only URNs are known.
 */
import { type CardFragment, namesQuery } from '../../generated/queries.ts';
import type { Values } from '../data/aspects.ts';
import { aspectsOf, firstText } from '../data/described.ts';
import { subTypeIn } from '../data/labels.ts';
import { columnOf, hasColumn } from '../data/merge-fields.ts';
import { kindOf } from '../data/words.ts';
import { settings, typeSettings } from '../settings.ts';
import { graphql } from './client.ts';
import { platformIn, shortName, typeOfUrn } from './urn.ts';

/** Who Cairn itself writes as: nobody has written about it. */
const SYSTEM = 'Cairn';
/** The end of a URN that is no name. */
const DIGEST = /:[\da-f-]{32,}$/;

/** The name of an entity in the given aspects. An edited name wins. */
export function nameOf(urn: string, aspects: Values): string {
  const type = typeSettings(typeOfUrn(urn));
  const unnamed = type?.internal === true && DIGEST.test(urn) ? kindOf(typeOfUrn(urn), undefined) : shortName(urn);
  return firstText(type?.names, aspects) || (urn === settings.system ? SYSTEM : unnamed);
}

/** Aspects that contain names. The server ignores those that a type does not have. */
export const NAMING_ASPECTS = aspectsOf('names');
const KNOWN_ASPECTS = [...NAMING_ASPECTS, 'subTypes', 'dataPlatformInstance'];

export type NamedCard = Pick<CardFragment, 'aspects'>;

/** What is sent of an entity. Where it is asked for, `exists` says whether anything is stored under the URN. */
export type SentEntity = NamedCard & { readonly exists?: boolean | null };

/** Do only others refer to it, or does the reader not see it? */
export function isMissing(sent: SentEntity | null | undefined): boolean {
  return !sent || sent.exists === false;
}

/** Of these columns, those that the schemas of their tables have: nothing need be stored about a column itself. */
export async function columnsInTables(urns: readonly string[], signal?: AbortSignal): Promise<ReadonlySet<string>> {
  const columns = urns.flatMap((urn) => {
    const column = columnOf(urn);
    return column ? [{ urn, ...column }] : [];
  });
  const tables = [...new Set(columns.map(({ parent }) => parent))];
  if (tables.length === 0) return new Set();
  const { entities } = await graphql(namesQuery, { urns: tables, card: ['schemaMetadata'] }, signal);
  const schemas = new Map(tables.map((table, at) => [table, entities[at] ? byName(entities[at]).schemaMetadata : undefined]));
  return new Set(columns.filter(({ parent, path }) => hasColumn(schemas.get(parent), path)).map(({ urn }) => urn));
}

/** Turns the aspects of a GraphQL answer into a record by name. */
export function byName({ aspects }: NamedCard): Record<string, Record<string, unknown>> {
  return Object.fromEntries(aspects.map(({ aspectName, value }) => [aspectName, value]));
}

const MOST = 200;

interface KnownName {
  readonly name: string;
  /** `Table`, `View`, or the word for its type. */
  readonly kind: string;
  /** The URN of its platform, if its own does not name one. */
  readonly platform?: string | undefined;
  /** Only others refer to it. */
  readonly missing: boolean;
}

const known = new Map<string, Promise<KnownName>>();
/** Of these, what has been answered. */
const answered = new Map<string, KnownName>();
let waiting = new Map<string, (entity: KnownName) => void>();

/** Name and kind of an entity, from an earlier answer if possible. If the entity does not exist, those in its URN. */
export function lookUp(urn: string): Promise<KnownName> {
  let entity = known.get(urn);
  if (!entity) {
    entity = new Promise<KnownName>((resolve) => {
      if (waiting.size === 0) setTimeout(ask, 5);
      waiting.set(urn, resolve);
    });
    known.set(urn, entity);
  }
  return entity;
}

export async function lookUpName(urn: string): Promise<string> {
  return (await lookUp(urn)).name;
}

/** The name of an entity if it has been looked up before. What is drawn with it does not change its width later. */
export function knownName(urn: string): string | undefined {
  return answered.get(urn)?.name;
}

/** Name and kind of an entity if they have been looked up before. */
export function knownOf(urn: string): KnownName | undefined {
  return answered.get(urn);
}

/** Keeps a name that came with something else, so that nobody asks for it. */
export function rememberName(urn: string, name: string, subType?: string): void {
  const entity = { name, kind: kindOf(typeOfUrn(urn), subType), missing: false };
  known.set(urn, Promise.resolve(entity));
  answered.set(urn, entity);
}

/** Forgets a name, because it may have changed. */
export function forgetName(urn: string): void {
  known.delete(urn);
  answered.delete(urn);
}

rememberName(settings.system, SYSTEM);

async function ask(): Promise<void> {
  const all = [...waiting];
  waiting = new Map();
  for (let from = 0; from < all.length; from += MOST) {
    const part = all.slice(from, from + MOST);
    const urns = part.map(([urn]) => urn);
    const found = await graphql(namesQuery, { urns, card: KNOWN_ASPECTS }).catch(() => undefined);
    const unknown = urns.filter((_, index) => found !== undefined && isMissing(found.entities[index]));
    const columns = await columnsInTables(unknown).catch(() => new Set<string>());
    for (const [index, [urn, resolve]] of part.entries()) {
      const entity = found?.entities[index];
      const aspects = entity ? byName(entity) : {};
      const one = {
        name: nameOf(urn, aspects),
        kind: kindOf(typeOfUrn(urn), subTypeIn(aspects)),
        platform: platformIn(aspects),
        missing: found !== undefined && isMissing(entity) && !columns.has(urn),
      };
      if (found) answered.set(urn, one);
      else known.delete(urn);
      resolve(one);
    }
  }
}
