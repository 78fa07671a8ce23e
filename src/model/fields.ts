/**
 * The search fields of the model by name: the `x-searchable` annotations of all aspects together (docs/data-model.md 1.2).
 */
import { isDeepStrictEqual } from 'node:util';
import type { Path, PathStep } from './path.ts';
import type { AspectSpec, ColumnPlace, EntityTypeSpec, Model, SearchField, SearchType } from './types.ts';

/** A search field as filters, facets and sort orders see it. Several aspects may define a field of the same name. */
export interface NamedField {
  readonly name: string;
  /** The name that users see, if it differs. */
  readonly shown?: string;
  readonly kind: 'text' | 'number' | 'boolean';
  readonly types: ReadonlySet<SearchType>;
  /** Whether one document can have several values. */
  readonly many: boolean;
  /** Display name of the facet. If absent, the field is not a facet. */
  readonly facet: string | undefined;
  readonly queried: boolean;
  readonly autocomplete: boolean;
  readonly weight: number;
  /** The fields that this name stands for. Empty for an ordinary field. */
  readonly standsFor: readonly string[];
  /** Does it have what is said of columns? */
  readonly ofColumns?: true;
  /** Of a flag: the fields that say the same of entities that share it (`shares` in the model). */
  readonly shared?: readonly string[];
}

export type Fields = ReadonlyMap<string, NamedField>;

/** The field that every document has: the URN of the entity. */
export const URN_FIELD = 'urn';
export const TYPE_FIELD = '_entityType';
const TYPE_NAMES: readonly string[] = [TYPE_FIELD, 'entity', 'entityType'];

/** Does a filter name the type of an entity so? */
export function isTypeField(name: string): boolean {
  return TYPE_NAMES.includes(name);
}

/** A field with at least this weight counts as a name (docs/data-model.md 1.2). */
export const NAME_WEIGHT = 10;

const NUMBERS: ReadonlySet<SearchType> = new Set(['count', 'double', 'datetime']);
const known = new WeakMap<object, Fields>();

/** The types that every search covers if it names none: those that the model marks as `searchable`. */
export function searchedTypes({ entityTypes }: Model): readonly EntityTypeSpec[] {
  return [...entityTypes.values()].filter(({ searchable }) => searchable);
}

/** Fields of one entity type, and of all types together. */
export function fieldsOf(of: EntityTypeSpec | Model): Fields {
  let fields = known.get(of);
  if (!fields) {
    fields = 'key' in of ? fieldsOfType(of) : fieldsOfTypes([...of.entityTypes.values()]);
    known.set(of, fields);
  }
  return fields;
}

/** Fields of several entity types together. */
function fieldsOfTypes(types: readonly EntityTypeSpec[]): Fields {
  const fields = new Map<string, NamedField>();
  for (const type of types) for (const field of fieldsOf(type).values()) fields.set(field.name, merged(fields.get(field.name), field));
  return fields;
}

const picked = new WeakMap<object, WeakMap<EntityTypeSpec, readonly NamedField[]>>();

/** Those of the fields of these types that are such, each once. @param isSuch always the same function: what it picks is kept for each type */
export function pickedFields(types: readonly EntityTypeSpec[], isSuch: (field: NamedField) => boolean): NamedField[] {
  const byType = picked.get(isSuch) ?? new WeakMap<EntityTypeSpec, readonly NamedField[]>();
  picked.set(isSuch, byType);
  const found = new Map<string, NamedField>();
  for (const type of types) {
    const own = byType.get(type) ?? [...fieldsOf(type).values()].filter(isSuch);
    byType.set(type, own);
    for (const field of own) found.set(field.name, field);
  }
  return [...found.values()];
}

function fieldsOfType(type: EntityTypeSpec): Fields {
  const fields = new Map<string, NamedField>();
  const add = (field: NamedField): void => void fields.set(field.name, merged(fields.get(field.name), field, true));
  add({ ...plain(URN_FIELD, 'text', 'urnPartial'), queried: true });
  add({ ...plain(TYPE_FIELD, 'text', 'keyword'), facet: 'Type' });
  add(plain('removed', 'boolean', 'boolean'));
  for (const aspect of type.aspects.values()) {
    for (const spec of aspect.searchFields) {
      const ofColumns = isOfColumns(aspect, spec.path);
      // What a field with `has` says is also said of the entity.
      for (const field of namedFields(spec)) add(ofColumns && field.name !== spec.has?.field ? { ...field, ofColumns } : field);
    }
  }
  for (const { field } of type.told) add(plain(field, 'boolean', 'boolean'));
  for (const { flag, field } of type.shared) {
    add(plain(field, 'boolean', 'boolean'));
    add({ ...plain(flag, 'boolean', 'boolean'), shared: [field] });
  }
  return fields;
}

/** Is what a path leads to in an item that names a column? */
export function isOfColumns(aspect: AspectSpec, path: Path): boolean {
  return columnsBeside(aspect, path).length > 0;
}

/** The columns that the item names in which a path leads. */
export function columnsBeside({ columnPlaces }: AspectSpec, path: Path): ColumnPlace[] {
  return columnPlaces.filter((place) => place.out > 0 && goesWith(place).every((step, at) => isDeepStrictEqual(step, path[at])));
}

const isItem = (step: PathStep): boolean => 'every' in step && step.every === 'item';

/** Where all goes that goes with the columns: an item that has lost a whole list of them goes, too (catalog/access/without-columns.ts). */
function goesWith({ path, out }: ColumnPlace): Path {
  const inner = path.findLastIndex(isItem);
  const around = out === path.length && inner === out - 1 ? path.slice(0, inner).findLastIndex(isItem) + 1 : 0;
  return path.slice(0, around > 0 ? around : out);
}

function plain(name: string, kind: NamedField['kind'], type: SearchType): NamedField {
  return { name, kind, types: new Set([type]), many: false, facet: undefined, queried: false, autocomplete: false, weight: 1, standsFor: [] };
}

/** The field of an annotation, and the fields that are computed from it. */
function namedFields(spec: SearchField): NamedField[] {
  const many = spec.type === 'map' || (spec.type !== 'browsePathV2' && spec.path.some((step) => 'every' in step));
  const kind = NUMBERS.has(spec.type) ? 'number' : spec.type === 'boolean' ? 'boolean' : 'text';
  const own = {
    ...plain(spec.field, kind, spec.type),
    many,
    facet: spec.facet,
    queried: spec.queried,
    autocomplete: spec.autocomplete,
    weight: spec.weight,
  };
  return [
    own,
    ...(spec.alias ? [{ ...plain(spec.alias, kind, spec.type), standsFor: [spec.field] }] : []),
    ...(spec.has ? [{ ...plain(spec.has.field, 'boolean', 'boolean'), facet: spec.has.facet ? displayName(spec.has.field) : undefined }] : []),
    ...(spec.num ? [plain(spec.num, 'number', 'count')] : []),
  ];
}

/** `hasActiveIncidents` → `Has Active Incidents` */
function displayName(field: string): string {
  return field.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/^./, (first) => first.toUpperCase());
}

/** @param together whether one document can contain both, and so several values */
function merged(one: NamedField | undefined, other: NamedField, together = false): NamedField {
  if (!one) return other;
  return {
    name: one.name,
    // If a name means numbers in one type and text in another, compare as text.
    kind: one.kind === other.kind ? one.kind : 'text',
    types: new Set([...one.types, ...other.types]),
    many: one.many || other.many || (together && one.standsFor.length === 0),
    facet: one.facet ?? other.facet,
    queried: one.queried || other.queried,
    autocomplete: one.autocomplete || other.autocomplete,
    weight: Math.max(one.weight, other.weight),
    standsFor: [...new Set([...one.standsFor, ...other.standsFor])],
    ...((one.ofColumns || other.ofColumns) && { ofColumns: true }),
    ...((one.shared || other.shared) && { shared: [...new Set([...(one.shared ?? []), ...(other.shared ?? [])])] }),
  };
}

/** A longer name cannot resemble a name of the model. */
const LONGEST_LIKENESS = 100;

/** Known names that look like this one, nearest first. */
export function nearestFields(fields: Fields, name: string): string[] {
  if (name.length > LONGEST_LIKENESS) return [];
  const lower = name.toLowerCase();
  const near = [...fields.keys()].map((each) => ({
    each,
    distance: each.toLowerCase().includes(lower) ? 1 : editDistance(lower, each.toLowerCase()),
  }));
  return near
    .filter(({ distance }) => distance <= Math.max(2, name.length / 2))
    .sort((a, b) => a.distance - b.distance || (a.each < b.each ? -1 : 1))
    .slice(0, 3)
    .map(({ each }) => each);
}

/** How many insertions, deletions and replacements turn one text into the other. */
export function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let k = 1; k <= other.length; k++) {
      next.push(Math.min((row[k] ?? 0) + 1, (next[k - 1] ?? 0) + 1, (row[k - 1] ?? 0) + (one[i - 1] === other[k - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
