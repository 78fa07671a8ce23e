/**
 * What a bulk change would change, as old and new values: what many entities have alike is one difference with their number. Pure.
 */
import { plainPath } from '../../column-names.ts';
import { EDITABLE_SCHEMA_METADATA, PROPERTY_VALUES } from '../../model/known-names.ts';
import { isLinkPart, linkPartsOf } from '../../model/parts.ts';
import { isRecord } from '../../model/path.ts';
import { recordsIn, textIn } from '../../model/pick.ts';
import type { LinkPart, Model, Part } from '../../model/types.ts';
import type { Urn } from '../../model/urn.ts';
import { descriptionField } from '../assets/texts.ts';
import { linksIn } from '../parts/links-in.ts';

/** A value: a URN, a text or a number as text. */
interface DifferentValue {
  readonly text: string;
  /** What more is said of it: the way of owning, the field of a deprecation. */
  readonly note?: string | undefined;
}

export interface Difference {
  /** The name of a part of the model, or `description`. */
  readonly part: string;
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
  model: Model,
  tried: Iterable<TriedChange>,
  most = MOST_CHARACTERS,
): { readonly differences: BulkDifference[]; readonly more: number } {
  const found = new Map<string, Difference & { count: number; urns: string[]; last: string }>();
  for (const change of tried) {
    for (const whole of differencesIn(model, change)) {
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
export function differencesIn(model: Model, { urn, column, aspect, before, after }: TriedChange): Difference[] {
  if (aspect === urn.type.key.name) return [{ part: 'deletion', before: [], after: [{ text: 'hard' }] }];
  const where = column === undefined ? undefined : plainPath(column);
  if (aspect === EDITABLE_SCHEMA_METADATA) return columnDifferences(model, before, after);
  if (aspect === PROPERTY_VALUES) return propertyDifferences(before, after, where);
  const part = model.aspects.get(aspect)?.part;
  if (part) return listed(part.name, valuesOf(part, before), valuesOf(part, after), where);
  const field = descriptionField(urn.type)?.field ?? '';
  return listed('description', textOf(before, field), textOf(after, field), where);
}

/** What the aspect of a part holds, as values to compare. */
function valuesOf(part: Part, value: unknown): DifferentValue[] {
  if (isLinkPart(part)) return linksOf(part, value);
  switch (part.shape) {
    case 'owners':
      return recordsIn(value, 'owners').map((each) => ({ text: String(each.owner), note: textIn(each, 'type') }));
    case 'deprecation':
      return deprecationOf(value);
    case 'forms':
      return ['incompleteForms', 'completedForms'].flatMap((list) => linksOf({ list, key: 'urn' }, value));
    case 'deletion':
      return isRecord(value) && value.removed === true ? [{ text: 'soft' }] : [];
    case 'pages':
      return linksOf({ list: 'elements', key: 'url' }, value);
    case 'properties':
      return recordsIn(value, 'properties').flatMap(valuesIn);
  }
}

function deprecationOf(value: unknown): DifferentValue[] {
  if (!isRecord(value) || value.deprecated !== true) return [];
  const { note, replacement, decommissionTime } = value;
  return [
    { text: String(note ?? '') },
    ...(typeof replacement === 'string' ? [{ text: replacement, note: 'replacement' }] : []),
    ...(typeof decommissionTime === 'number' ? [{ text: new Date(decommissionTime).toISOString().slice(0, 10), note: 'decommissionTime' }] : []),
  ];
}

function columnDifferences(model: Model, before: unknown, after: unknown): Difference[] {
  const inTable = linkPartsOf(model).filter(({ columns }) => columns === 'table');
  const [old, now] = [before, after].map(
    (value) => new Map(recordsIn(value, 'editableSchemaFieldInfo').map((each) => [String(each.fieldPath), each])),
  );
  return [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])].flatMap((path) => {
    const [was, is] = [old?.get(path), now?.get(path)];
    const column = plainPath(path);
    return [
      ...inTable.flatMap((part) => listed(part.name, linksOf(part, was?.[part.aspect]), linksOf(part, is?.[part.aspect]), column)),
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
function listed(part: string, before: readonly DifferentValue[], after: readonly DifferentValue[], column: string | undefined): Difference[] {
  const missing = (list: readonly DifferentValue[], other: readonly DifferentValue[]): DifferentValue[] =>
    list.filter(({ text, note }) => !other.some((each) => each.text === text && each.note === note));
  return different(part, missing(before, after), missing(after, before), { column });
}

function different(
  part: string,
  before: readonly DifferentValue[],
  after: readonly DifferentValue[],
  { column, property }: Pick<Difference, 'column' | 'property'>,
): Difference[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  return [{ part, ...(column !== undefined && { column }), ...(property !== undefined && { property }), before, after }];
}

function linksOf(place: Pick<LinkPart, 'list' | 'key'>, value: unknown): DifferentValue[] {
  return linksIn(place, value).map((text) => ({ text }));
}

function textOf(value: unknown, field: string): DifferentValue[] {
  const text = textIn(value, field);
  return text === undefined || text === '' ? [] : [{ text }];
}

function cutTo(most: number, text: string): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
