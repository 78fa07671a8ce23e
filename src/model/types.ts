/**
 * The metadata model as the rest of Cairn sees it: loaded once, never changed.
 */
import type { Detail } from '../errors.ts';
import type { Names } from './names.ts';
import type { Path } from './path.ts';

export interface Relationship {
  readonly name: string;
  readonly path: Path;
  /** Entity types at the far end; absent: any. */
  readonly to: readonly string[] | undefined;
  readonly lineage: 'upstream' | 'downstream' | undefined;
}

export const SEARCH_TYPES = [
  'keyword',
  'text',
  'textPartial',
  'wordGram',
  'urn',
  'urnPartial',
  'boolean',
  'count',
  'double',
  'datetime',
  'map',
  'browsePath',
  'browsePathV2',
] as const;
export type SearchType = (typeof SEARCH_TYPES)[number];

export interface SearchField {
  readonly field: string;
  readonly type: SearchType;
  readonly path: Path;
  readonly queried: boolean;
  readonly autocomplete: boolean;
  readonly weight: number;
  /** Display name of the facet; absent: not a facet. */
  readonly facet: string | undefined;
  readonly has: { readonly field: string; readonly facet: boolean } | undefined;
  readonly num: string | undefined;
  readonly alias: string | undefined;
  /** Factor in ranking by printed value. */
  readonly ranked: Readonly<Record<string, number>> | undefined;
}

/** Column lineage (docs/data-model.md 1.4): edges between schema fields, made by the aspect of another entity. */
export interface ColumnLineage {
  /** The list of entries. */
  readonly path: Path;
  /** Within an entry: the upstream fields. */
  readonly upstreams: Path;
  /** Within an entry: the downstream fields ... */
  readonly downstreams: Path | undefined;
  /** ... or the path of a field of this very entity. */
  readonly field: Path | undefined;
}

export type AspectKind = 'versioned' | 'timeseries' | 'key';

/** Outcome of a schema check: what is wrong, and which fields the model does not know. */
export interface SchemaCheck {
  readonly wrong: readonly Detail[];
  /** JSON pointers of unknown fields. */
  readonly unknown: readonly string[];
}

export type JsonSchema = Record<string, unknown>;

export interface AspectSpec {
  readonly name: string;
  /** Full record name: `com.svc.common.Ownership`. */
  readonly record: string;
  readonly kind: AspectKind;
  readonly description: string;
  readonly schema: JsonSchema;
  /** Key aspects: fields in the order of the URN. */
  readonly urnFields: readonly string[];
  readonly relationships: readonly Relationship[];
  readonly searchFields: readonly SearchField[];
  readonly columnLineage: readonly ColumnLineage[];
  /** URNs of which the entity must exist. */
  readonly mustExist: readonly Path[];
  /** Checks a value against the schema (compiled once). */
  readonly check: (value: unknown) => SchemaCheck;
}

export interface EntityTypeSpec {
  readonly name: string;
  readonly description: string;
  /** Constant in GraphQL: `DATASET`. */
  readonly graphql: string;
  readonly key: AspectSpec;
  /** All aspects, the key first. */
  readonly aspects: ReadonlyMap<string, AspectSpec>;
  readonly searchable: boolean;
  /** Key field that names the platform, dotted where it lies in a URN. */
  readonly platform: string | undefined;
  readonly browse: Browse | undefined;
  readonly snapshot: Snapshot | undefined;
}

export interface Browse {
  readonly path?: string;
  readonly split?: readonly string[];
  readonly v2?: { readonly split?: string; readonly parent?: string };
}

export interface Snapshot {
  /** Full record name. */
  readonly record: string;
  readonly aspects: readonly AspectSpec[];
  /** Aspects as named fields instead of a list (glossary terms). */
  readonly named: boolean;
}

/** A seed entity (docs/data-model.md 1.5): written at start where it is missing. */
export interface Seed {
  readonly urn: string;
  readonly aspect: string;
  readonly value: Record<string, unknown>;
}

export interface Model {
  readonly names: Names;
  readonly entityTypes: ReadonlyMap<string, EntityTypeSpec>;
  readonly aspects: ReadonlyMap<string, AspectSpec>;
  /** Names of all relationships, sorted. */
  readonly relationshipNames: readonly string[];
  readonly seeds: readonly Seed[];
  /** Schema of every shared record and aspect, unions written out, by `$id`. */
  readonly schemas: ReadonlyMap<string, JsonSchema>;
}
