/**
 * Changes of aspects as sentences: "added the tag PII to column email". Pure.
 */
import { plainPath } from '../../column-names.ts';
import { settings } from '../settings.ts';
import { isRecord } from './is-record.ts';
import { words } from './numbers.ts';
import { partOf } from './parts.ts';
import { privilegeWords } from './privileges.ts';
import { capital } from './words.ts';

/** A piece of a sentence: text, or an entity that is shown by its name. */
type Piece = string | { readonly urn: string };
export type Sentence = readonly Piece[];

type Value = Readonly<Record<string, unknown>> | undefined;

export interface AspectChange {
  readonly aspect: string;
  /** Undefined: there was none, or it is gone. */
  readonly before: Value;
  readonly after: Value;
  /** What was done, for values that are kept no longer. */
  readonly verb?: string;
}

/** Most sentences of one change of one aspect. */
const MOST = 6;

interface ListOf {
  readonly list: string;
  readonly key: string;
  readonly noun: string;
}

/** Lists that people do not edit as parts of assets. */
const MEMBERSHIPS: Readonly<Record<string, ListOf>> = {
  roleMembership: { list: 'roles', key: '', noun: 'the role' },
  groupMembership: { list: 'groups', key: '', noun: 'the group' },
  nativeGroupMembership: { list: 'nativeGroups', key: '', noun: 'the group' },
};

/** The list of an aspect whose items are entities. Pages are none. */
function linksOf(aspect: string): ListOf | undefined {
  const part = partOf(aspect);
  if (part?.list === undefined || part.shape === 'pages') return MEMBERSHIPS[aspect];
  return { list: part.list, key: part.key ?? '', noun: `the ${part.word}` };
}

/** What changes that belong together mean. Aspects of which nothing more is known share a sentence, the last. */
export function toldOf(changes: readonly AspectChange[]): Sentence[] {
  const known = changes.filter((change) => meaning(change).length > 0);
  const others = new Map<string, string[]>();
  for (const change of changes.filter((each) => meaning(each).length === 0)) {
    const [verb, noun] = plain(change);
    others.set(verb, [...(others.get(verb) ?? []), noun]);
  }
  return [...known.flatMap(sentencesOf), ...[...others].map(([verb, nouns]): Sentence => [`${verb} ${[...new Set(nouns)].join(', ')}`])];
}

/** What a change of an aspect means, in sentences without their subject. At least one. */
export function sentencesOf(change: AspectChange): Sentence[] {
  const said = meaning(change);
  const all = said.length > 0 ? said : [[plain(change).join(' ')]];
  return all.length > MOST ? [...all.slice(0, MOST), [`and ${all.length - MOST} more`]] : all;
}

function meaning({ aspect, before, after }: AspectChange): Sentence[] {
  const links = linksOf(aspect);
  if (links) return linkSentences(links, before, after, '');
  if (aspect === 'accessRequestInfo' && after) return [requestSentence(after)];
  if (aspect === 'status') return flag(before?.removed, after?.removed, 'soft-deleted it', 'restored it');
  if (aspect === 'deprecation') return flag(before?.deprecated, after?.deprecated, 'deprecated it', 'ended the deprecation');
  if (aspect === 'editableSchemaMetadata')
    return columnSentences(itemsOf(before, 'editableSchemaFieldInfo'), itemsOf(after, 'editableSchemaFieldInfo'));
  if (aspect === 'schemaMetadata') return schemaSentences(itemsOf(before, 'fields'), itemsOf(after, 'fields'), before !== undefined);
  return textSentences(before, after, '');
}

const DECISIONS: Readonly<Record<string, string>> = { GRANTED: 'granted', DECLINED: 'declined' };

/** `asked for “edit descriptions” on orders`. */
function requestSentence({ privilege, resource, state }: NonNullable<Value>): Sentence {
  const said = `${DECISIONS[String(state)] ?? 'asked for'} “${privilegeWords(String(privilege))}”`;
  return typeof resource === 'string' ? [`${said} on `, { urn: resource }] : [said];
}

function flag(before: unknown, after: unknown, on: string, off: string): Sentence[] {
  if ((before === true) === (after === true)) return [];
  return [[after === true ? on : off]];
}

/** Links that came, went or have other values. */
function linkSentences({ list, key, noun }: ListOf, before: Value, after: Value, where: string): Sentence[] {
  const [old, now] = [keyed(before, list, key), keyed(after, list, key)];
  const end = where === '' ? [] : [where];
  return [
    ...[...now].filter(([urn]) => !old.has(urn)).map(([urn, item]): Sentence => [`added ${noun} `, { urn }, ...valuesOf(item), ...end]),
    ...[...old].filter(([urn]) => !now.has(urn)).map(([urn]): Sentence => [`removed ${noun} `, { urn }, ...end]),
    ...[...now]
      .filter(([urn, item]) => old.has(urn) && JSON.stringify(valuesOf(old.get(urn))) !== JSON.stringify(valuesOf(item)))
      .map(([urn, item]): Sentence => [`changed ${noun} `, { urn }, ...changedValues(old.get(urn), item), ...end]),
  ];
}

/** ` = gold` of the values of a property. */
function valuesOf(item: unknown): string[] {
  const values = isRecord(item) && Array.isArray(item.values) ? item.values.filter(isRecord) : [];
  return values.length === 0 ? [] : [` = ${values.map((each) => String(each.string ?? each.double)).join(', ')}`];
}

/** ` from gold to lead`. */
function changedValues(before: unknown, after: unknown): string[] {
  const [old = '', now = ''] = [valuesOf(before)[0]?.slice(3), valuesOf(after)[0]?.slice(3)];
  return old === '' || now === '' ? valuesOf(after) : [` from ${old} to ${now}`];
}

function keyed(value: Value, list: string, key: string): Map<string, unknown> {
  const items = value && Array.isArray(value[list]) ? (value[list] as unknown[]) : [];
  return new Map(items.map((item) => [isRecord(item) ? String(item[key]) : String(item), item]));
}

function itemsOf(value: Value, list: string): Map<string, Record<string, unknown>> {
  const items = value && Array.isArray(value[list]) ? (value[list] as unknown[]).filter(isRecord) : [];
  return new Map(items.map((item) => [String(item.fieldPath), item]));
}

function columnSentences(before: Map<string, Record<string, unknown>>, after: Map<string, Record<string, unknown>>): Sentence[] {
  const inTable = settings.parts.filter(({ columns }) => columns === 'table');
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((path) => {
    const [old, now] = [before.get(path), after.get(path)];
    const where = ` on column ${plainPath(path)}`;
    return [
      ...inTable.flatMap(({ aspect }) => {
        const links = linksOf(aspect);
        return links ? linkSentences(links, recordIn(old, aspect), recordIn(now, aspect), where) : [];
      }),
      ...textSentences(old, now, ` of column ${plainPath(path)}`),
    ];
  });
}

function schemaSentences(before: Map<string, unknown>, after: Map<string, unknown>, known: boolean): Sentence[] {
  if (!known) return [[`described the schema with ${after.size} ${after.size === 1 ? 'column' : 'columns'}`]];
  const added = [...after.keys()].filter((path) => !before.has(path));
  const removed = [...before.keys()].filter((path) => !after.has(path));
  const changed = [...after.keys()].filter((path) => before.has(path) && JSON.stringify(before.get(path)) !== JSON.stringify(after.get(path)));
  return [
    ...added.map((path): Sentence => [`added the column ${plainPath(path)}`]),
    ...removed.map((path): Sentence => [`removed the column ${plainPath(path)}`]),
    ...changed.map((path): Sentence => [`changed the column ${plainPath(path)}`]),
  ];
}

const TEXTS = ['description', 'definition', 'name', 'displayName', 'title', 'aboutMe'];

function textSentences(before: Value, after: Value, where: string): Sentence[] {
  return TEXTS.flatMap((field): Sentence[] => {
    const [old, now] = [before?.[field], after?.[field]];
    if (old === now || (isBlank(old) && isBlank(now))) return [];
    const verb = isBlank(old) ? 'wrote' : isBlank(now) ? 'removed' : 'changed';
    return [[`${verb} the ${field === 'displayName' ? 'name' : field === 'aboutMe' ? 'text' : field}${where}${fromTo(old, now)}`]];
  });
}

/** The longest text of a value in a sentence. */
const LONGEST = 60;

/** ` from “Orders” to “All orders”`; of what was written or removed, only that. */
function fromTo(before: unknown, after: unknown): string {
  if (isBlank(before)) return `: ${quoted(after)}`;
  return isBlank(after) ? `, which was ${quoted(before)}` : ` from ${quoted(before)} to ${quoted(after)}`;
}

function quoted(value: unknown): string {
  const text = String(value).trim().replace(/\s+/g, ' ');
  return `“${text.length > LONGEST ? `${text.slice(0, LONGEST).trimEnd()}…` : text}”`;
}

function isBlank(value: unknown): boolean {
  return typeof value !== 'string' || value.trim() === '';
}

function recordIn(value: Value, field: string): Value {
  const found = value?.[field];
  return isRecord(found) ? found : undefined;
}

/** What people call an aspect, as a title: `Links`. */
export function aspectTitle(aspect: string): string {
  return capital(nounOf(aspect).replace(/^the /, ''));
}

function nounOf(aspect: string): string {
  return settings.nouns[aspect] ?? words(aspect).toLowerCase();
}

function plain({ aspect, before, after, verb: done = 'added' }: AspectChange): [verb: string, noun: string] {
  const verb = before ? (after ? 'changed' : 'removed') : after ? 'added' : done;
  return [verb, nounOf(aspect)];
}
