/**
 * What the timeline of an entity is about: in each category the things that an aspect holds, by which two versions of it are told apart
 * (docs/semantics.md 18.4). Pure.
 */
import { columnUrn } from '../../model/column-urn.ts';
import { EDITABLE_SCHEMA_METADATA, OWNERSHIP, SCHEMA_METADATA, VERSION_PROPERTIES } from '../../model/known-names.ts';
import { urnFieldOf } from '../../model/part-names.ts';
import { CATEGORIES_OF_NO_PART, linkPartsOf } from '../../model/parts.ts';
import { isRecord, type JsonObject } from '../../model/path.ts';
import type { AspectSpec, Model, Part } from '../../model/types.ts';
import { wayOfOwning } from '../assets/ownership.ts';

/** One item of an aspect: a tag, an owner, a column. Equal states mean no change. */
export interface TimelineItem {
  /** The noun for it in a sentence. */
  readonly noun: string;
  /** Its name or URN. */
  readonly name: string;
  readonly state: string;
  /** The path of its column, if it belongs to one. */
  readonly column?: string;
  /** Which column of the schema it is, from 0 on. */
  readonly place?: number;
}

type Reader = (value: JsonObject) => TimelineItem[];

/** An item that one version of an aspect has and the other has not, or has differently. */
export interface ItemDifference {
  readonly operation: 'ADD' | 'REMOVE' | 'MODIFY';
  /** As it is now; a removed one as it was. */
  readonly item: TimelineItem;
  /** What a renamed item was called before. */
  readonly was?: TimelineItem;
}

/** Lists of references: the aspect and the field that contain them; `key`: the field of an item with the URN, or if absent, the item itself. */
interface ListPlace {
  readonly aspect: string;
  readonly field: string;
  readonly key?: string | undefined;
  readonly noun: string;
}

/** What no part has: assets are edited from their other end. */
const OTHER_LISTS: Readonly<Record<string, ListPlace>> = {
  ASSET_MEMBERSHIP: { aspect: 'dataProductProperties', field: 'assets', key: 'destinationUrn', noun: 'asset' },
};
const COLUMNS = [
  { aspect: SCHEMA_METADATA, field: 'fields' },
  { aspect: EDITABLE_SCHEMA_METADATA, field: 'editableSchemaFieldInfo' },
];
const RELATED_TERMS = 'glossaryRelatedTerms';
const TEXTS = ['description', 'definition'];

/** All categories: those of the parts of the model, and those of no part. */
export function categoriesOf({ parts }: Pick<Model, 'parts'>): string[] {
  const ofParts = parts.flatMap(({ category }) => category ?? []);
  return [...ofParts, ...CATEGORIES_OF_NO_PART];
}

/** The lists of a category: of its parts, or of no part. */
function listsOf({ parts }: Pick<Model, 'parts'>, category: string): (ListPlace & Pick<Part, 'columns'>)[] {
  const other = OTHER_LISTS[category];
  const ofParts = parts.flatMap((part) => (part.category === category && part.list !== undefined ? [{ ...part, list: part.list }] : []));
  return [
    ...ofParts.map(({ aspect, list, key, word, columns }) => ({ aspect, field: list, key, noun: word, columns })),
    ...(other ? [{ ...other, columns: undefined }] : []),
  ];
}

/** The function that reads the items of a category from an aspect. Absent if the aspect has none. */
export function itemReader(model: Pick<Model, 'parts'>, category: string, { name, schema, kind }: AspectSpec): Reader | undefined {
  const readers: Reader[] = [];
  const lists = listsOf(model, category);
  const list = lists.find(({ aspect }) => aspect === name);
  if (list) readers.push((value) => listItems(list, name === OWNERSHIP ? withWays(value) : value));
  const columns = COLUMNS.find(({ aspect }) => aspect === name);
  // For columns: the aspect inside each column, read like that of the entity.
  const inner = lists.find((each) => each.columns === 'table');
  if (columns && inner)
    readers.push((value) => columnsOf(value, columns.field).flatMap(([column, of]) => listItems(inner, of[inner.aspect], column)));
  if (category === 'TECHNICAL_SCHEMA' && name === SCHEMA_METADATA)
    readers.push((value) => columnsOf(value, 'fields').map((each, place) => ({ ...columnItem(each), place })));
  if (category === 'DOCUMENTATION' && kind === 'versioned') {
    const text = TEXTS.find((each) => isRecord(schema.properties) && Object.hasOwn(schema.properties, each));
    if (text) readers.push((value) => textItems(value[text], name));
    if (columns) readers.push((value) => columnsOf(value, columns.field).flatMap(([column, of]) => textItems(of.description, name, column)));
    if (name === 'documentation') readers.push((value) => itemsOf(value.documentations).flatMap((each) => textItems(each.documentation, name)));
    if (name === 'institutionalMemory') readers.push((value) => listItems({ field: 'elements', key: 'url', noun: 'link' }, value));
  }
  if (category === 'GLOSSARY_TERM' && name === RELATED_TERMS) readers.push(relatedTermItems);
  if (category === 'VERSIONING' && name === VERSION_PROPERTIES)
    readers.push((value) => [{ noun: 'version', name: String(value.versionSet), state: JSON.stringify(value.version) }]);
  return readers.length > 0 ? (value) => readers.flatMap((read) => read(value)) : undefined;
}

/** Owners with the word that the type as an entity decides: another word beside it is no change. */
function withWays(value: JsonObject): JsonObject {
  const owners = itemsOf(value.owners).map((each) =>
    typeof each.typeUrn === 'string' ? { ...each, ...wayOfOwning(String(each.type), each.typeUrn) } : each,
  );
  return { ...value, owners };
}

/** What happened to the items from one version to another: first those that were removed. Without `before`, or `after`, there were none. */
export function differences(read: Reader, before: JsonObject | undefined, after: JsonObject | undefined): ItemDifference[] {
  const [was, is] = [keyed(read, before), keyed(read, after)];
  const removed = [...was].filter(([key]) => !is.has(key)).map(([, item]): ItemDifference => ({ operation: 'REMOVE', item }));
  const rest = [...is].flatMap(([key, item]): ItemDifference[] => {
    const earlier = was.get(key);
    if (!earlier) return [{ operation: 'ADD', item }];
    return earlier.state === item.state ? [] : [{ operation: 'MODIFY', item }];
  });
  return [...removed, ...rest];
}

/** Columns with only another name, at the same place as before, are renamed: neither removed nor added. */
export function withRenames(all: readonly ItemDifference[]): ItemDifference[] {
  const added = all.filter(({ operation }) => operation === 'ADD');
  const renamed = new Map<ItemDifference, ItemDifference>();
  for (const removed of all.filter(({ operation }) => operation === 'REMOVE')) {
    const now = added.find(({ item }) => item.place === removed.item.place && item.state === removed.item.state);
    if (now) renamed.set(now, removed);
  }
  const gone = new Set(renamed.values());
  return all.flatMap((each): ItemDifference[] => {
    if (gone.has(each)) return [];
    const before = renamed.get(each);
    return before ? [{ operation: 'MODIFY', item: each.item, was: before.item }] : [each];
  });
}

/** What clients read of an item beside its name: the parts of it, each under a name of its own. */
export function parametersOf(model: Model, urn: string, category: string, item: TimelineItem): JsonObject {
  const { name, column } = item;
  if (category === 'TECHNICAL_SCHEMA') {
    const [, , nullable] = JSON.parse(item.state) as unknown[];
    return { fieldUrn: columnUrn(model, urn, name), fieldPath: name, nullable };
  }
  return { ...partsOf(model, category, item), ...(column === undefined ? {} : { fieldPath: column, parentUrn: urn }) };
}

function partsOf(model: Model, category: string, { noun, name, state }: TimelineItem): JsonObject {
  const part = linkPartsOf(model).find((each) => each.category === category);
  if (part) return { [urnFieldOf(part)]: name };
  switch (category) {
    case 'OWNERSHIP': {
      const { type, typeUrn } = JSON.parse(state) as JsonObject;
      return { ownerUrn: name, ownerType: type, ...(typeUrn === undefined ? {} : { ownerTypeUrn: typeUrn }) };
    }
    case 'STRUCTURED_PROPERTY':
      return { propertyUrn: name, propertyValues: JSON.stringify((JSON.parse(state) as JsonObject).values ?? []) };
    case 'DOCUMENTATION':
      return noun === 'description' ? { description: state } : {};
    default:
      return {};
  }
}

/** The items by column and name. An item that occurs twice, such as an owner of two types, is counted. */
function keyed(read: Reader, value: JsonObject | undefined): Map<string, TimelineItem> {
  const items = new Map<string, TimelineItem>();
  const twins = new Map<string, number>();
  for (const item of value ? read(value) : []) {
    const key = `${item.column ?? ''}\u241f${item.name}`;
    const before = twins.get(key) ?? 0;
    twins.set(key, before + 1);
    items.set(`${key}\u241f${before}`, item);
  }
  return items;
}

function listItems({ field, key, noun }: Pick<ListPlace, 'field' | 'key' | 'noun'>, value: unknown, column?: string): TimelineItem[] {
  const list = isRecord(value) && Array.isArray(value[field]) ? value[field] : [];
  return list.map((each) => ({
    noun,
    name: String(key !== undefined && isRecord(each) ? each[key] : each),
    state: JSON.stringify(each),
    ...(column === undefined ? {} : { column }),
  }));
}

/** The related terms of a term. Which list a term is in says how it is related. */
function relatedTermItems(value: JsonObject): TimelineItem[] {
  return Object.entries(value).flatMap(([field, list]) =>
    (Array.isArray(list) ? list : []).map((urn) => ({ noun: 'related term', name: String(urn), state: `${field} ${urn}` })),
  );
}

function columnsOf(value: JsonObject, field: string): [column: string, of: JsonObject][] {
  return itemsOf(value[field]).map((each) => [String(each.fieldPath), each]);
}

function itemsOf(list: unknown): JsonObject[] {
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

function columnItem([column, { type, nativeDataType, nullable }]: [string, JsonObject]): TimelineItem {
  return { noun: 'column', name: column, state: JSON.stringify([type, nativeDataType, nullable ?? false]), column };
}

function textItems(text: unknown, aspect: string, column?: string): TimelineItem[] {
  if (typeof text !== 'string' || text === '') return [];
  return [{ noun: 'description', name: `in ${aspect}`, state: text, ...(column === undefined ? {} : { column }) }];
}
