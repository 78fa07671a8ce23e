/**
 * Builds the search document of an entity from its latest aspects. Pure. `x-searchable` alone decides what it contains; index-fields.ts
 * names its fields.
 */
import { type Fields, fieldsOf, NAME_WEIGHT, type NamedField, TYPE_FIELD, URN_FIELD } from '../../model/fields.ts';
import { isRecord, valuesAt } from '../../model/path.ts';
import type { Model, SearchField } from '../../model/types.ts';
import { canonicalUrn, isProblem, parseUrn, type Urn } from '../../model/urn.ts';
import type { Steps } from '../../slices.ts';
import { evidenceDocumentOf } from '../evidence/evidence-document.ts';
import { countedField, countedTogether } from './asked-fields.ts';
import { browseEntries } from './browse-paths.ts';
import { code, digest, documentKey } from './encode.ts';
import { booleanEntries, equality, type IndexField, indexValues, sortEntry } from './index-fields.ts';
import { MARKS, openId, tagTokens, typeToken, type Variant, variantToken } from './open-documents.ts';
import { type OwnDocument, sourcesOf } from './source-values.ts';
import { textEntries } from './texts.ts';
import { bounded, MOST_OF_A_FIELD } from './truncation.ts';
import type { FieldValues, IndexedEntity, Scalar } from './types.ts';
import { makeWordBook } from './word-book.ts';
import { ANY_PART, isLong } from './words.ts';

/** The field that every truncated document has: the names of the fields that are cut. */
export const CUT = 'qcut';

/** What search knows of an entity: one line of JSON for each of three collections, and the words of the document. */
export interface Documents extends Lines {
  /** The tokens in which parts of words are found (engine/write-words.ts). */
  readonly words: readonly string[];
  /** The same without columns that not everybody sees, if it has some (open-documents.ts). */
  readonly open?: Lines;
}

export interface Lines {
  readonly document: string;
  /** Its words for questions (evidence/evidence-document.ts). */
  readonly evidence: string;
  /** Its values as they were written (source-values.ts). */
  readonly source: string;
}

/**
 * Builds the documents of an entity in small steps; `undefined` for a URN that the model does not know. Their size is limited (truncation.ts),
 * and their cost grows only with their size.
 */
export function* documentsOf(model: Model, entity: IndexedEntity): Steps<Documents | undefined> {
  const urn = parseUrn(model, entity.urn);
  if (isProblem(urn)) return undefined;
  if (!entity.open) return yield* documentOf(model, urn, entity, undefined);
  const whole = yield* documentOf(model, urn, entity, 'whole');
  const { words: _, ...open } = yield* documentOf(model, urn, { ...entity, aspects: entity.open.aspects }, 'open');
  return { ...whole, open };
}

function* documentOf(model: Model, urn: Urn, entity: IndexedEntity, variant: Variant | undefined): Steps<Documents> {
  const fields = fieldsOf(model);
  const { values, rank } = yield* collect(model, urn, entity);
  const properties = (entity.properties ?? []).filter((each) => each.values.length > 0);
  for (const { field, values: own } of properties)
    values.set(field.name, field.types.has('urn') ? own.map((each) => canonicalUrn(model, String(each))) : own);
  const searched = yield* bounded(values);
  const cut = [...searched].filter(([, { cut: less }]) => less).map(([name]) => name);
  const book = makeWordBook();
  const whole = digest(urn.text);
  const own: OwnDocument = { id: variant === 'open' ? openId(whole) : whole, key: documentKey(urn.text, variant === 'open'), urn: urn.text };
  const { names, source } = sourcesOf(own, searched, fields);
  const type = typeToken(code(urn.type.name), variant);
  const entries: IndexField[] = [
    // A digest, so that no URN can become a part of a filter.
    ['id', own.id],
    ['key', own.key],
    ['urn', own.urn],
    ['names', names],
    ['type', type],
    ...(entity.removed ? [] : ([['live', type]] as const)),
    ['rank', rank],
    ['exists', [...values].filter(([, list]) => list.length > 0).map(([name]) => code(name))],
    ...(cut.length > 0 ? ([['cut', [CUT, ...cut.map(code)]]] as const) : []),
    ...(entity.open && variant ? ([['ct', [MARKS[variant], ...tagTokens(entity.open.tags)]]] as const) : []),
    ...(yield* textEntries(model, urn, searched, book)),
    ...aliasEntries(urn, values),
  ];
  const ofProperties = new Map(properties.map(({ field }) => [field.name, field]));
  const isName = nameTest(urn, values, fields);
  for (const [name, each] of searched) {
    const field = fields.get(name) ?? ofProperties.get(name);
    if (!field || each.whole.length === 0) continue;
    if (field.kind === 'boolean') entries.push(...booleanEntries(field, each.whole));
    else entries.push(...(yield* indexValues(field, each, book)), ...(yield* browseEntries(field, each.parts, isName)));
  }
  for (const { field, values: counted } of countedTogether(fields, (name) => searched.get(name)?.whole ?? []))
    entries.push([countedField(field), [...new Set(counted.map((value) => equality(field, String(value)).token))]]);
  const texts: string[] = [];
  for (const [name, value] of entries) {
    // The names of fields have letters, digits and underscores.
    const stored = variant && name === 'h_urn' ? [...(value as readonly string[]), variantToken(whole, variant)] : value;
    texts.push(`"${name}":${typeof stored === 'bigint' ? stored : JSON.stringify(stored)}`);
    yield;
  }
  const evidence = yield* evidenceDocumentOf(model, { ...own, urn, removed: entity.removed, values: searched, rank, variant }, book);
  return { document: wellFormed(`{${texts.join(',')}}`), words: yield* wordsIn(entries), evidence: wellFormed(evidence), source: wellFormed(source) };
}

/** The tokens of words, each once. A part of a word that is too long is not looked for in its token. */
function* wordsIn(entries: readonly IndexField[]): Steps<string[]> {
  const tokens = new Set<string>();
  for (const [name, value] of entries) {
    if (!name.startsWith('w_')) continue;
    for (const text of value as readonly string[]) for (const token of text.split(' ')) tokens.add(token);
    yield;
  }
  return [...tokens].filter((token) => token !== ANY_PART && !isLong(token));
}

/** Replaces half of a surrogate pair, which Typesense refuses, with the replacement character. In JSON text it is an escape sequence. */
function wellFormed(json: string): string {
  return json.includes('\\ud') ? json.replace(/(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g, '$1\ufffd') : json;
}

/** The values of all search fields of an entity, and its factor in ranking. */
function* collect(model: Model, urn: Urn, entity: IndexedEntity): Steps<{ values: Map<string, readonly Scalar[]>; rank: number }> {
  const values = new Map<string, readonly Scalar[]>();
  const own: Fields = fieldsOf(urn.type);
  let rank = 1;
  const add = (field: string, list: readonly Scalar[]): void => {
    values.set(field, [...new Set([...(values.get(field) ?? []), ...list])]);
  };
  add(URN_FIELD, [urn.text]);
  add(TYPE_FIELD, [urn.type.name]);
  for (const { name, value } of entity.aspects) {
    const aspect = urn.type.aspects.get(name);
    if (!aspect || aspect.searchFields.length === 0) continue;
    const json = parsed(value);
    for (const spec of aspect.searchFields) {
      const list = searchValues(model, spec, json, own);
      add(spec.field, list);
      if (spec.has && list.some((each) => each !== '')) values.set(spec.has.field, [true]);
      if (spec.num) values.set(spec.num, [Math.max(list.length, Number(values.get(spec.num)?.[0] ?? 0))]);
      for (const each of list) rank *= spec.ranked?.[String(each)] ?? 1;
      yield;
    }
  }
  values.set('removed', [entity.removed]);
  for (const field of entity.told ?? []) values.set(field, [true]);
  for (const name of computedFlags(urn)) if (!values.has(name)) values.set(name, [false]);
  return { values, rank };
}

/** A second name of several fields matters for queries. Only its order needs a field. */
function aliasEntries({ type }: Urn, values: FieldValues): IndexField[] {
  const entries = new Map<string, IndexField>();
  for (const { searchFields } of type.aspects.values()) {
    for (const { alias, field } of searchFields) {
      const own = values.get(field) ?? [];
      if (alias && own.length > 0 && !entries.has(alias)) entries.set(alias, sortEntry(alias, own.map(String)));
    }
  }
  return [...entries.values()];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const flags = new WeakMap<object, string[]>();

/** The `has…` fields of a type. They are false unless an aspect, its own or of others, says otherwise. */
function computedFlags({ type }: Urn): string[] {
  let names = flags.get(type);
  if (!names) {
    const own = [...type.aspects.values()].flatMap((aspect) => aspect.searchFields.flatMap(({ has }) => (has ? [has.field] : [])));
    names = [...own, ...type.told.map(({ field }) => field)];
    flags.set(type, names);
  }
  return names;
}

/** The values of an aspect for a search field. */
export function searchValues(model: Model, spec: SearchField, json: unknown, own: Fields): Scalar[] {
  const found = valuesAt(spec.path, json).flat();
  if (spec.type === 'map') return found.flatMap(mapEntries);
  if (spec.type === 'browsePathV2') return found.length === 0 ? [] : [found.map((id) => `\u241f${String(id)}`).join('')];
  const kind = (own.get(spec.field) as NamedField).kind;
  const scalars = found.filter((each): each is Scalar => ['string', 'number', 'boolean'].includes(typeof each));
  if (kind === 'number') return scalars.map(Number).filter(Number.isFinite);
  if (kind === 'boolean') return scalars.map((each) => each === true || each === 'true');
  return scalars.map((each) => canonicalUrn(model, String(each)));
}

/** `key=value` for each entry of a map; if a value is a list, one for each item. */
function mapEntries(map: unknown): string[] {
  const entries: string[] = [];
  if (!isRecord(map)) return entries;
  for (const [key, value] of Object.entries(map)) {
    for (const each of [value].flat()) entries.push(`${key}=${typeof each === 'string' ? each : JSON.stringify(each)}`);
    if (entries.length > MOST_OF_A_FIELD.values) break;
  }
  return entries;
}

/** Is a text a name of the entity: a part of its URN, what follows the last dot or slash of one, or a name that its aspects give it? */
function nameTest(urn: Urn, values: FieldValues, fields: Fields): (text: string) => boolean {
  let known: Set<string> | undefined;
  const named = (): Set<string> => {
    const given = [...values].flatMap(([name, list]) => ((fields.get(name)?.weight ?? 0) >= NAME_WEIGHT ? list : []));
    const names = [...urn.parts, ...given].flatMap((each) => [String(each), String(each).split(/[./]/).at(-1) ?? '']);
    return new Set(names.map((name) => name.toLowerCase()));
  };
  return (text) => {
    known ??= named();
    return known.has(text.toLowerCase());
  };
}
