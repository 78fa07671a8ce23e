/**
 * Structured properties as search fields (docs/semantics.md 14.6; docs/data-model.md 3.2). The field of a property is named by a
 * digest of its URN and of the definition that its values were written under: values of an earlier definition are in another field, a
 * deleted property's name is free at once, and no dot or length of a name matters to the search engine.
 */
import type { Fields, NamedField } from '../../model/fields.ts';
import type { SearchType } from '../../model/types.ts';
import { digest } from '../document/encode.ts';
import { propertyField, type Query } from './query-ast.ts';
import type { Filter } from './tree.ts';

/** The part of a property that a search needs. */
interface SearchedProperty {
  readonly urn: string;
  /** The id of the definition. Another definition under the same URN has another id. */
  readonly definition: string;
  /** `string`, `number`, `date`, `urn`, `rich_text`. */
  readonly valueType: string;
  /** May one entity have several values? */
  readonly many: boolean;
  readonly displayName: string;
}

/** A property in a search: the field, and the name of the property in facets and matches. */
export interface PropertyMatch {
  readonly urn: string;
  readonly field: NamedField;
  /** `structuredProperties.<dotted id>` */
  readonly shown: string;
}

/** Whose columns are not all seen (document/open-documents.ts). */
export interface SeenColumns {
  /** The same object as long as the same is seen. */
  readonly key: object;
  /** Does the index know of each column whether it is hidden? While it does not, nothing is found by what is said of columns. */
  readonly known: boolean;
  /** Where columns with these tags are seen: `undefined` nowhere. All tags that hide columns are named. */
  readonly where: readonly { readonly tags: readonly string[]; readonly filter: Filter | undefined }[];
}

/** What of the search fields a reader may not ask for, because it would tell values that the reader may not read. */
export interface ClosedFields {
  /** Undefined for who sees all columns. Asked once for each search. */
  columns(): Promise<SeenColumns | undefined>;
  /** Of the model, by every name. @param columns what `columns` has said */
  fields(columns: SeenColumns | undefined): { has(name: string): boolean };
  /** URNs of properties. */
  properties(): ReadonlySet<string>;
  /** Those of `fields` that also have other entities: whole URNs of these may be asked for. */
  others(): { has(name: string): boolean };
  /** For who asks for one of them. */
  refusal(field: string): Promise<Error>;
}

/** The fields that one reader may name. */
export interface PropertyFinder {
  readonly closed?: ClosedFields | undefined;
  /**
   * The properties that each of these names, with or without wildcards, stands for; names are those of filters and the query language.
   *
   * @throws Refusal malformed for a soft-deleted one that is named without wildcards; forbidden for one that is closed to the reader
   */
  named(names: readonly PropertyName[]): Promise<readonly (readonly PropertyMatch[])[]>;
  /** The properties whose settings offer them as filters. */
  offered(): Promise<readonly PropertyMatch[]>;
}

/** `at`: where the request has it, as a JSON pointer. */
export type PropertyName = NonNullable<ReturnType<typeof propertyField>> & { readonly at: string };

const HEAD = 'sp_';
const TYPES: Readonly<Record<string, SearchType>> = { number: 'double', urn: 'urn', rich_text: 'text' };

export function propertyFieldOf({ urn, definition, valueType, many, displayName }: SearchedProperty): NamedField {
  const type = TYPES[valueType] ?? 'keyword';
  return {
    name: `${HEAD}${digest(`${urn} ${definition}`)}`,
    kind: type === 'double' ? 'number' : 'text',
    types: new Set([type]),
    many,
    // Whole texts make no useful facet.
    facet: type === 'text' ? undefined : displayName,
    queried: false,
    autocomplete: false,
    weight: 1,
    standsFor: [],
  };
}

export function isPropertyField({ name }: NamedField): boolean {
  return name.startsWith(HEAD);
}

/** The property field that a field of a collection belongs to (`k_sp_…` → `sp_…`). */
export function propertyFieldIn(physical: string): string | undefined {
  return /^[a-z]+_(sp_[0-9a-v]+)$/.exec(physical)?.[1];
}

/** Is this the name of a property in a filter, a facet or a sort order? */
export function namesProperty(name: string): boolean {
  return propertyField([name]) !== undefined;
}

/** The field for a facet or a sort order. For a property, that of its present definition. */
export function fieldNamed(fields: Fields, name: string): NamedField | undefined {
  const field = fields.get(name);
  return field && namesProperty(name) ? fields.get(field.standsFor[0] ?? '') : field;
}

/** The names of all fields in a query, as patterns. */
export function* fieldsIn(query: Query): Generator<NonNullable<Extract<Query, { field?: unknown }>['field']>> {
  if (query.is === 'and' || query.is === 'or') for (const each of query.of) yield* fieldsIn(each);
  else if (query.is === 'not') yield* fieldsIn(query.of);
  else if (query.is !== 'all' && query.field) yield query.field;
}
