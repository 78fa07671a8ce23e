/**
 * What a bulk change would change, as old and new values: what many entities have alike is one difference with their number. Pure.
 */

import { plainPath } from '../../column-names.ts';
import {
  DEPRECATION,
  DOMAINS,
  EDITABLE_SCHEMA_METADATA,
  FORMS,
  GLOBAL_TAGS,
  GLOSSARY_TERMS,
  OWNERSHIP,
  PROPERTY_VALUES,
  STATUS,
} from '../../model/known-names.ts';
import { isRecord } from '../../model/path.ts';
import { recordsIn, textIn, textsIn } from '../../model/pick.ts';
import type { Urn } from '../../model/urn.ts';
import { descriptionField } from '../assets/texts.ts';
import type { BulkPart } from './bulk-edits.ts';

/** A value: a URN, a text or a number as text. */
interface DifferentValue {
  readonly text: string;
  /** What more is said of it: the way of owning, the field of a deprecation. */
  readonly note?: string | undefined;
}

export interface Difference {
  readonly part: BulkPart;
  readonly column?: string | undefined;
  /** URN of a structured property. */
  readonly property?: string | undefined;
  /** Of lists only what differs. */
  readonly before: readonly DifferentValue[];
  readonly after: readonly DifferentValue[];
}

export interface BulkDifference extends Difference {
  /** How many entities have this difference, and the first of them. */
  readonly count: number;
  readonly urns: readonly string[];
}

/** A change of an aspect that was tried. */
export interface TriedChange {
  /** The entity that the request names. */
  readonly of: string;
  readonly urn: Urn;
  /** Path of the column, if the aspect is of the entity of a column. */
  readonly column: string | undefined;
  readonly aspect: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Entities that a difference names. */
const MOST_NAMED = 3;
/** Differences of a preview: the most common. */
const MOST_DIFFERENCES = 50;
/** The most characters of a value. */
const MOST_CHARACTERS = 300;

/**
 * The most common differences, and how many others there are.
 *
 * @param most characters of a value
 */
export function differencesOf(
  tried: Iterable<TriedChange>,
  most = MOST_CHARACTERS,
): { readonly differences: BulkDifference[]; readonly more: number } {
  const found = new Map<string, Difference & { count: number; urns: string[]; last: string }>();
  for (const change of tried) {
    for (const whole of differencesIn(change)) {
      const cut = (values: readonly DifferentValue[]): DifferentValue[] => values.map((each) => ({ ...each, text: cutTo(most, each.text) }));
      const difference = { ...whole, before: cut(whole.before), after: cut(whole.after) };
      const { part, column, property, before, after } = difference;
      const key = JSON.stringify([part, column, property, before, after]);
      const known = found.get(key) ?? { ...difference, count: 0, urns: [], last: '' };
      found.set(key, known);
      if (known.last === change.of) continue;
      known.count++;
      known.last = change.of;
      if (known.urns.length < MOST_NAMED) known.urns.push(change.of);
    }
  }
  const all = [...found.values()].sort((a, b) => b.count - a.count).map(({ last: _, ...each }) => each);
  return { differences: all.slice(0, MOST_DIFFERENCES), more: Math.max(0, all.length - MOST_DIFFERENCES) };
}

/** What one changes, with whole values. */
export function differencesIn({ urn, column, aspect, before, after }: TriedChange): Difference[] {
  if (aspect === urn.type.key.name) return [{ part: 'deletion', before: [], after: [{ text: 'hard' }] }];
  const where = column === undefined ? undefined : plainPath(column);
  if (aspect === EDITABLE_SCHEMA_METADATA) return columnDifferences(before, after);
  if (aspect === PROPERTY_VALUES) return propertyDifferences(before, after, where);
  const reader = READERS[aspect];
  if (reader) return listed(reader.part, reader.read(before), reader.read(after), where);
  const field = descriptionField(urn.type)?.field ?? '';
  return listed('description', textOf(before, field), textOf(after, field), where);
}

const READERS: Readonly<Record<string, { readonly part: BulkPart; read(value: unknown): DifferentValue[] }>> = {
  [GLOBAL_TAGS]: { part: 'tags', read: (value) => linksOf(value, 'tags', 'tag') },
  [GLOSSARY_TERMS]: { part: 'terms', read: (value) => linksOf(value, 'terms', 'urn') },
  [OWNERSHIP]: {
    part: 'owners',
    read: (value) => recordsIn(value, 'owners').map((each) => ({ text: String(each.owner), note: textIn(each, 'type') })),
  },
  [DOMAINS]: { part: 'domain', read: (value) => textsIn(value, 'domains').map((text) => ({ text })) },
  [DEPRECATION]: { part: 'deprecation', read: deprecationOf },
  [FORMS]: { part: 'forms', read: (value) => ['incompleteForms', 'completedForms'].flatMap((list) => linksOf(value, list, 'urn')) },
  [STATUS]: { part: 'deletion', read: (value) => (isRecord(value) && value.removed === true ? [{ text: 'soft' }] : []) },
};

function deprecationOf(value: unknown): DifferentValue[] {
  if (!isRecord(value) || value.deprecated !== true) return [];
  const { note, replacement, decommissionTime } = value;
  return [
    { text: String(note ?? '') },
    ...(typeof replacement === 'string' ? [{ text: replacement, note: 'replacement' }] : []),
    ...(typeof decommissionTime === 'number' ? [{ text: new Date(decommissionTime).toISOString().slice(0, 10), note: 'decommissionTime' }] : []),
  ];
}

function columnDifferences(before: unknown, after: unknown): Difference[] {
  const [old, now] = [before, after].map(
    (value) => new Map(recordsIn(value, 'editableSchemaFieldInfo').map((each) => [String(each.fieldPath), each])),
  );
  return [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])].flatMap((path) => {
    const [was, is] = [old?.get(path), now?.get(path)];
    const column = plainPath(path);
    return [
      ...listed('tags', linksOf(was?.[GLOBAL_TAGS], 'tags', 'tag'), linksOf(is?.[GLOBAL_TAGS], 'tags', 'tag'), column),
      ...listed('terms', linksOf(was?.[GLOSSARY_TERMS], 'terms', 'urn'), linksOf(is?.[GLOSSARY_TERMS], 'terms', 'urn'), column),
      ...listed('description', textOf(was, 'description'), textOf(is, 'description'), column),
    ];
  });
}

function propertyDifferences(before: unknown, after: unknown, column: string | undefined): Difference[] {
  const [old = new Map<string, DifferentValue[]>(), now = new Map<string, DifferentValue[]>()] = [before, after].map(
    (value) => new Map(recordsIn(value, 'properties').map((each) => [String(each.propertyUrn), valuesIn(each)])),
  );
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((property) =>
    different('properties', old.get(property) ?? [], now.get(property) ?? [], { column, property }),
  );
}

function valuesIn(property: Readonly<Record<string, unknown>>): DifferentValue[] {
  return recordsIn(property, 'values').map((each) => ({ text: String(each.string ?? each.double) }));
}

/** Lists say what came and what went; of what has one value, that is the old and the new one. */
function listed(part: BulkPart, before: readonly DifferentValue[], after: readonly DifferentValue[], column: string | undefined): Difference[] {
  const missing = (list: readonly DifferentValue[], other: readonly DifferentValue[]): DifferentValue[] =>
    list.filter(({ text, note }) => !other.some((each) => each.text === text && each.note === note));
  return different(part, missing(before, after), missing(after, before), { column });
}

function different(
  part: BulkPart,
  before: readonly DifferentValue[],
  after: readonly DifferentValue[],
  { column, property }: Pick<Difference, 'column' | 'property'>,
): Difference[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  return [{ part, ...(column !== undefined && { column }), ...(property !== undefined && { property }), before, after }];
}

function linksOf(value: unknown, list: string, key: string): DifferentValue[] {
  return recordsIn(value, list).map((each) => ({ text: String(each[key]) }));
}

function textOf(value: unknown, field: string): DifferentValue[] {
  const text = textIn(value, field);
  return text === undefined || text === '' ? [] : [{ text }];
}

function cutTo(most: number, text: string): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
