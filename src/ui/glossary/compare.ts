/**
 * What a file would change in the glossary: each of its terms and groups is new, changed, the same, or refused with a reason. Pure.
 */
import { isRecord, recordsIn, stringsIn } from '../data/is-record.ts';
import { type Entry, type EntryProblem, type FileEntries, type KnownEntry, RELATIONS, type Relation, TYPES } from './entries.ts';

export type Change = 'new' | 'changed' | 'same';

/** An aspect to write. */
export interface Write {
  readonly urn: string;
  readonly type: string;
  readonly aspect: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** What a part says before and afterwards; undefined: nothing. */
export interface PartDifference {
  readonly part: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export interface PlannedEntry {
  readonly entry: Entry;
  readonly change: Change;
  readonly differences: readonly PartDifference[];
  readonly writes: readonly Write[];
}

export interface Plan {
  readonly entries: readonly PlannedEntry[];
  /** What is refused, with the reason. */
  readonly refused: readonly EntryProblem[];
  readonly notes: readonly string[];
}

/** @param known all that the catalog has */
export function planOf({ entries, problems, notes }: FileEntries, known: readonly KnownEntry[]): Plan {
  const stored = new Map(known.map((each) => [each.urn, each]));
  const refused: EntryProblem[] = [...problems];
  let left: Entry[] = [];
  const seen = new Map<string, string>();
  for (const entry of entries) {
    const before = seen.get(entry.urn);
    if (before === undefined) left.push(entry);
    else refused.push(problem(entry, `is there twice: ${before} has the same id`));
    seen.set(entry.urn, before ?? entry.where);
  }
  // What is refused may be what others need.
  for (let found = true; found; ) {
    const inFile = new Map(left.map((entry) => [entry.urn, entry]));
    const wrong = new Map(
      left.flatMap((entry) => {
        const text = mistakeIn(entry, inFile, stored);
        return text === undefined ? [] : [[entry, text] as const];
      }),
    );
    refused.push(...[...wrong].map(([entry, text]) => problem(entry, text)));
    left = left.filter((entry) => !wrong.has(entry));
    found = wrong.size > 0;
  }
  const named = new Map([...known, ...left].map(({ urn, name }) => [urn, name]));
  return { entries: left.map((entry) => planned(entry, stored.get(entry.urn), named)), refused, notes };
}

const problem = ({ where, name }: Entry, text: string): EntryProblem => ({ where, name, text });

type InFile = ReadonlyMap<string, Entry>;
type StoredEntries = ReadonlyMap<string, KnownEntry>;

function mistakeIn(entry: Entry, inFile: InFile, stored: StoredEntries): string | undefined {
  const { urn, parent, relations = {} } = entry;
  if (parent && !isThere(parent, 'group', inFile, stored)) return `its group is neither in the file nor in the catalog, or is refused: ${parent}`;
  if (isBelowItself(urn, inFile, stored)) return 'would be in itself';
  for (const list of Object.values(relations))
    for (const other of list) {
      if (other === urn) return 'would relate to itself';
      if (!isThere(other, 'term', inFile, stored)) return `names a term that is neither in the file nor in the catalog: ${other}`;
    }
  return undefined;
}

function isThere(urn: string, kind: Entry['kind'], inFile: InFile, stored: StoredEntries): boolean {
  return (inFile.get(urn) ?? stored.get(urn))?.kind === kind;
}

function isBelowItself(urn: string, inFile: InFile, stored: StoredEntries): boolean {
  const above = new Set<string>();
  for (let at: string | undefined = urn; at !== undefined; ) {
    if (above.has(at)) return at === urn;
    above.add(at);
    const entry = inFile.get(at);
    at = (entry?.parent === undefined ? stored.get(at)?.parent : entry.parent) ?? undefined;
  }
  return false;
}

function planned(entry: Entry, before: KnownEntry | undefined, named: ReadonlyMap<string, string>): PlannedEntry {
  const { type } = TYPES[entry.kind];
  const changes = [infoOf(entry, before), relationsOf(entry, before), ownersOf(entry, before)].flatMap((each) => each ?? []);
  const differences = changes.flatMap(({ aspect, value, now }) => differencesOf(aspect, now, value, named));
  const writes = changes.map(({ aspect, value }): Write => ({ urn: entry.urn, type, aspect, value }));
  // One that was deleted softly comes back.
  if (!before)
    return { entry, change: 'new', differences, writes: [...writes, { urn: entry.urn, type, aspect: 'status', value: { removed: false } }] };
  return { entry, change: writes.length > 0 ? 'changed' : 'same', differences, writes };
}

type EntryJson = Readonly<Record<string, unknown>>;

interface EntryAspect {
  readonly aspect: string;
  readonly now: EntryJson;
  readonly value: EntryJson;
}

function changed(aspect: string, before: KnownEntry | undefined, value: EntryJson, isNew = false): EntryAspect | undefined {
  const now = before?.aspects[aspect];
  return now === undefined
    ? isNew || Object.keys(value).length > 0
      ? { aspect, now: {}, value }
      : undefined
    : same(now, value)
      ? undefined
      : { aspect, now, value };
}

function infoOf(entry: Entry, before: KnownEntry | undefined): EntryAspect | undefined {
  const { aspect } = TYPES[entry.kind];
  const now: EntryJson = before?.aspects[aspect] ?? { definition: '', ...(entry.kind === 'term' && { termSource: 'INTERNAL' }) };
  const { name, definition, parent, termSource, sourceRef, sourceUrl, customProperties } = entry;
  const sent = { name, definition, termSource, sourceRef, sourceUrl };
  const { parentNode, ...rest } = { ...now, ...Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) } as Record<
    string,
    unknown
  >;
  const place = parent === undefined ? parentNode : (parent ?? undefined);
  const properties = customProperties && { ...(isRecord(now.customProperties) ? now.customProperties : {}), ...customProperties };
  return changed(
    aspect,
    before,
    { ...rest, ...(properties && { customProperties: properties }), ...(place !== undefined && { parentNode: place }) },
    true,
  );
}

const RELATED = 'glossaryRelatedTerms';

function relationsOf({ relations = {} }: Entry, before: KnownEntry | undefined): EntryAspect | undefined {
  const now = before?.aspects[RELATED] ?? {};
  const wanted = Object.entries(relations).filter(([key, list]) => list.length > 0 || stringsIn(now[key]).length > 0);
  const moved = wanted.filter(([key, list]) => !sameSet(list, stringsIn(now[key])));
  return moved.length === 0 ? undefined : changed(RELATED, before, { ...now, ...Object.fromEntries(moved) });
}

const OWNERSHIP = 'ownership';

function ownersOf({ owners = [] }: Entry, before: KnownEntry | undefined): EntryAspect | undefined {
  const now = before?.aspects[OWNERSHIP] ?? {};
  const there = recordsIn(now.owners);
  const more = owners.filter(({ owner, type }) => !there.some((each) => each.owner === owner && each.type === type));
  return more.length === 0 ? undefined : changed(OWNERSHIP, before, { ...now, owners: [...there, ...more] });
}

/** The same JSON; an absent member is the same as an empty map or text, as the store keeps them. */
function same(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) return one.length === other.length && one.every((each, at) => same(each, other[at]));
  if (isRecord(one) || isRecord(other)) {
    const [a, b] = [isRecord(one) ? one : {}, isRecord(other) ? other : {}];
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => same(a[key], b[key]));
  }
  return (one ?? '') === (other ?? '');
}

function sameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((each) => other.includes(each));
}

/** What people call the members that a file can change. */
const PARTS: Readonly<Record<string, string>> = {
  name: 'Name',
  definition: 'Definition',
  parentNode: 'Group',
  termSource: 'Kind of source',
  sourceRef: 'Source',
  sourceUrl: 'Address of the source',
  customProperties: 'Properties',
  owners: 'Owners',
};

function differencesOf(aspect: string, now: EntryJson, value: EntryJson, named: ReadonlyMap<string, string>): PartDifference[] {
  const keys = [...new Set([...Object.keys(now), ...Object.keys(value)])].filter((key) => !same(now[key], value[key]));
  return keys.map((key) => ({
    part: aspect === RELATED ? `${RELATIONS[key as Relation] ?? key}` : (PARTS[key] ?? key),
    before: textOf(now[key], named),
    after: textOf(value[key], named),
  }));
}

function textOf(value: unknown, named: ReadonlyMap<string, string>): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (Array.isArray(value)) return value.map((each) => textOf(isRecord(each) ? each.owner : each, named) ?? '').join(', ') || undefined;
  if (isRecord(value))
    return (
      Object.entries(value)
        .map(([key, each]) => `${key}: ${String(each)}`)
        .join('; ') || undefined
    );
  return named.get(String(value)) ?? String(value);
}
