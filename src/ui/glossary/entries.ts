/**
 * What a file says about a glossary, in whatever format it is: groups, terms, and how terms relate. Pure.
 */

/** The lists of `glossaryRelatedTerms`, with what each means. */
export const RELATIONS = {
  isRelatedTerms: 'is a kind of',
  hasRelatedTerms: 'has as parts',
  values: 'has as values',
  relatedTerms: 'is related to',
} as const;

export type Relation = keyof typeof RELATIONS;

export type EntryKind = 'term' | 'group';

/** The entity type of each kind, and the aspect with its definition. */
export const TYPES = {
  term: { type: 'glossaryTerm', aspect: 'glossaryTermInfo' },
  group: { type: 'glossaryNode', aspect: 'glossaryNodeInfo' },
} as const;

export interface EntryOwner {
  readonly owner: string;
  readonly type: string;
  readonly typeUrn?: string;
}

/** A term or a group of a file. What the file does not say is undefined, and stays as it is. */
export interface Entry {
  /** Where it is in the file, for people: `line 3`. */
  readonly where: string;
  readonly kind: EntryKind;
  readonly urn: string;
  readonly name: string;
  readonly definition?: string | undefined;
  /** URN of its group; null: the top. */
  readonly parent?: string | null | undefined;
  readonly termSource?: string | undefined;
  readonly sourceRef?: string | undefined;
  readonly sourceUrl?: string | undefined;
  readonly customProperties?: Readonly<Record<string, string>> | undefined;
  /** URNs of terms. */
  readonly relations?: Readonly<Partial<Record<Relation, readonly string[]>>>;
  /** Come to those that it has. */
  readonly owners?: readonly EntryOwner[] | undefined;
}

/** Something of a file that cannot become an entry. */
export interface EntryProblem {
  readonly where: string;
  readonly name?: string;
  readonly text: string;
}

export interface FileEntries {
  readonly entries: readonly Entry[];
  readonly problems: readonly EntryProblem[];
  /** What the file has that is left out, in sentences. */
  readonly notes: readonly string[];
}

/** A term or a group that the catalog has. */
export interface KnownEntry {
  readonly urn: string;
  readonly kind: EntryKind;
  readonly name: string;
  readonly parent: string | undefined;
  readonly aspects: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Terms and groups as they are stored, as {@link KnownEntry}. */
export function knownIn(things: readonly Pick<KnownEntry, 'urn' | 'name' | 'aspects'>[]): KnownEntry[] {
  return things.map(({ urn, name, aspects }) => {
    const kind = aspects.glossaryNodeInfo === undefined && !urn.includes(`:${TYPES.group.type}:`) ? 'term' : 'group';
    const parent = aspects[TYPES[kind].aspect]?.parentNode;
    return { urn, kind, name, parent: typeof parent === 'string' ? parent : undefined, aspects };
  });
}

/** @param prefix the beginning of URNs, with its colon */
export function urnOf(prefix: string, kind: EntryKind, id: string): string {
  return `${prefix}${TYPES[kind].type}:${id}`;
}

/** A URN of any catalog as this one writes it; undefined for what is no URN of this kind. */
export function ownUrn(prefix: string, kind: EntryKind, text: string): string | undefined {
  const id = new RegExp(`^urn:[a-z0-9]+:${TYPES[kind].type}:(.+)$`, 'i').exec(text.trim())?.[1];
  return id === undefined ? undefined : urnOf(prefix, kind, id);
}
