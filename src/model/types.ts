/**
 * The metadata model as the rest of Cairn sees it. It is loaded once and never changes.
 */
import type { Detail } from '../errors.ts';
import type { Names } from './names.ts';
import type { Path } from './path.ts';

export interface Relationship {
  readonly name: string;
  readonly path: Path;
  /** Entity types at the other end. If absent, any type. */
  readonly to: readonly string[] | undefined;
  readonly lineage: 'upstream' | 'downstream' | undefined;
  /** Does it lead to what the entity is below? Then no entity is below itself. */
  readonly hierarchy: boolean;
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
  /** Display name of the facet. If absent, the field is not a facet. */
  readonly facet: string | undefined;
  readonly has: { readonly field: string; readonly facet: boolean } | undefined;
  readonly num: string | undefined;
  readonly alias: string | undefined;
  /** Factor in the ranking, by the value as a text. */
  readonly ranked: Readonly<Record<string, number>> | undefined;
}

/** Column lineage (docs/data-model.md 1.4): edges between schema fields that the aspect of another entity makes. */
export interface ColumnLineage {
  /** Path of the list of entries. */
  readonly path: Path;
  /** In an entry: the upstream fields. */
  readonly upstreams: Path;
  /** In an entry: the downstream fields ... */
  readonly downstreams: Path | undefined;
  /** ... or the path of a field of this entity. */
  readonly field: Path | undefined;
}

export type AspectKind = 'versioned' | 'timeseries' | 'key';

/** The result of a schema check: wrong values, and fields that the model does not know. */
export interface SchemaCheck {
  readonly wrong: readonly Detail[];
  /** JSON pointers of unknown fields. */
  readonly unknown: readonly string[];
}

/** The privileges that the reading of an aspect, or of a field, may need. */
export const READ_PRIVILEGES = [
  ...(['VIEW_ENTITY_QUERIES', 'VIEW_DATASET_PROFILE', 'VIEW_DATASET_USAGE', 'VIEW_DATASET_OPERATIONS'] as const),
  // About the whole catalog: who sees all of it needs none.
  'VIEW_COVERAGE',
] as const;
export type ReadPrivilege = (typeof READ_PRIVILEGES)[number];

/** The privileges of which one opens what the model closes (`x-closed`). */
export const OPENING_PRIVILEGES = [
  ...(['MANAGE_POLICIES', 'MANAGE_USERS_AND_GROUPS', 'MANAGE_ACCESS_TOKENS', 'MANAGE_SYSTEM_OPERATIONS'] as const),
  ...(['MANAGE_INGESTION', 'MANAGE_SECRETS', 'MANAGE_CONNECTIONS', 'EDIT_ENTITY'] as const),
] as const;
export type OpeningPrivilege = (typeof OPENING_PRIVILEGES)[number];

/** What the model closes to all but those who have a privilege (`x-closed`), whether policies decide about reading or not. */
export interface ClosedPart {
  /** It ends at a field; empty: the whole aspect. */
  readonly path: Path;
  /** Each is enough. */
  readonly to: readonly OpeningPrivilege[];
  /** What stands there for others, because the schema requires the field; undefined: nothing. */
  readonly blank: unknown;
}

/** The privileges that are enough to edit a part, beside EDIT_ENTITY. */
export const EDIT_PRIVILEGES = [
  ...(['EDIT_ENTITY_TAGS', 'EDIT_ENTITY_GLOSSARY_TERMS', 'EDIT_ENTITY_OWNERS', 'EDIT_ENTITY_DOC_LINKS', 'EDIT_ENTITY_PROPERTIES'] as const),
  ...(['EDIT_DOMAINS_PRIVILEGE', 'EDIT_DEPRECATION_PRIVILEGE', 'MANAGE_DOCUMENTATION_FORMS'] as const),
  ...(['EDIT_DATASET_COL_TAGS', 'EDIT_DATASET_COL_GLOSSARY_TERMS'] as const),
] as const;
export type EditPrivilege = (typeof EDIT_PRIVILEGES)[number];

/** How parts of links are edited: by URNs that come and go, or by one that is set. */
const LINK_SHAPES = ['links', 'link'] as const;
/** Parts whose edits are written by hand, each for one aspect. */
const OWN_SHAPES = ['owners', 'properties', 'deprecation', 'forms', 'deletion', 'pages'] as const;
export const PART_SHAPES = [...LINK_SHAPES, ...OWN_SHAPES] as const;

/** Something that people and programs edit on an entity (`x-aspect.part`, openapi/README.md): its tags, its domain. */
interface PartBase {
  /** What requests call it: `tags`. */
  readonly name: string;
  readonly aspect: string;
  /** What one of them is called: `glossary term`; in a sentence: `term`; several: `glossary terms`. */
  readonly noun: string;
  readonly word: string;
  readonly plural: string;
  readonly title: string;
  /** What columns have of it: an entry in `editableSchemaMetadata` of their table, or an aspect of their own; undefined: nothing. */
  readonly columns: 'table' | 'own' | undefined;
  readonly edit: EditPrivilege | undefined;
  readonly editColumn: EditPrivilege | undefined;
  /** Its category in the timeline. */
  readonly category: string | undefined;
  /** May who may not change it suggest a change? */
  readonly suggested: boolean;
  /** Where it stands among the parts. */
  readonly rank: number;
}

/** A part that holds URNs of entities. */
export interface LinkPart extends PartBase {
  readonly shape: (typeof LINK_SHAPES)[number];
  /** The list in the aspect. */
  readonly list: string;
  /** The field of an item that has the URN; undefined: the item is the URN. */
  readonly key: string | undefined;
  /** The types of what it may hold; empty: any. */
  readonly types: readonly string[];
}

export interface OwnPart extends PartBase {
  readonly shape: (typeof OWN_SHAPES)[number];
  /** The list in the aspect, and the field of an item that names it, if it has them. */
  readonly list: string | undefined;
  readonly key: string | undefined;
}

export type Part = LinkPart | OwnPart;

export type JsonSchema = Record<string, unknown>;

/** What the newest value of an aspect tells of other entities: a search field of theirs is true while one has such a value. */
export interface Telling {
  readonly field: string;
  /** The relationship that leads to them. */
  readonly along: string;
  /** Their types. */
  readonly of: readonly string[];
  readonly path: Path;
  /** Texts, of which one is the value there. */
  readonly values: readonly string[];
}

/** A search field that is true if one of the entities has another one that an aspect names. */
export interface SharedFlag {
  readonly aspect: AspectSpec;
  /** `hasOwners` */
  readonly flag: string;
  /** `hasOwnersShared` */
  readonly field: string;
}

export interface AspectSpec {
  readonly name: string;
  /** Full record name: `com.svc.common.Ownership`. */
  readonly record: string;
  readonly kind: AspectKind;
  /** What people call it: `the tags`. */
  readonly noun: string | undefined;
  /** Most older versions that are kept. If absent: what the operator says. */
  readonly keep: number | undefined;
  /** No API shows or takes it. */
  readonly secret: boolean;
  /** The privilege that reading it needs, where policies decide about reading; undefined: that of its entity is enough. */
  readonly read: ReadPrivilege | undefined;
  /** The same of single fields: [name, privilege]. */
  readonly readFields: readonly (readonly [string, ReadPrivilege])[];
  readonly closed: readonly ClosedPart[];
  readonly description: string;
  readonly schema: JsonSchema;
  /** Key aspects: fields in the order of the URN. */
  readonly urnFields: readonly string[];
  readonly relationships: readonly Relationship[];
  readonly searchFields: readonly SearchField[];
  readonly columnLineage: readonly ColumnLineage[];
  readonly tells: Telling | undefined;
  /** The `has` fields that an entity of this aspect counts as having if one has them that the aspect names. */
  readonly shares: readonly string[];
  /** What people edit in it. */
  readonly part: Part | undefined;
  readonly columnPlaces: readonly ColumnPlace[];
  /** URNs of entities that must exist. */
  readonly mustExist: readonly Path[];
  /** Checks a value against the schema, which is compiled once. */
  readonly check: (value: unknown) => SchemaCheck;
}

/** Where a value names columns (`x-columns`): who may not see a column gets the value without what names it. */
export interface ColumnPlace {
  /** To the paths and URNs of columns. */
  readonly path: Path;
  /** What is left out: what so many steps of the path lead to. 0: the whole entity, which is about the columns. */
  readonly out: number;
  /** To the URN of the table that has the paths; undefined: the entity itself. */
  readonly of: Path | undefined;
  /** May it name columns of other tables, too? */
  readonly ofAny: boolean;
  /** The names of fields beside what is left out whose texts then are empty. */
  readonly blank: readonly string[];
  /** Does it name other entities, too? */
  readonly others: boolean;
}

export interface EntityTypeSpec {
  readonly name: string;
  readonly description: string;
  /** The constant in GraphQL: `DATASET`. */
  readonly graphql: string;
  readonly key: AspectSpec;
  /** All aspects that an API may name, the key first. */
  readonly aspects: ReadonlyMap<string, AspectSpec>;
  /** Those that only the core reads and writes: everything that goes through `aspects` does not know them. */
  readonly secrets: ReadonlyMap<string, AspectSpec>;
  readonly searchable: boolean;
  /** The aspects of others that tell something of entities of this type. */
  readonly told: readonly (Telling & { readonly aspect: AspectSpec })[];
  /** What the entities that an aspect of this type names share with it (`shares`). */
  readonly shared: readonly SharedFlag[];
  /** The key field that names the platform. A dotted name leads into a URN. */
  readonly platform: string | undefined;
  /** Does its hard deletion remove the references to it? Otherwise they stay, and count again when the URN comes back. */
  readonly takesReferences: boolean;
  /** Does it live in the entity that the first field of its URN names, and go with it? */
  readonly livesInFirst: boolean;
  readonly browse: Browse | undefined;
  /** The fields that name an entity, the first that has a text wins. Undefined: those with usual names (catalog/assets/texts.ts). */
  readonly names: readonly (readonly [aspect: string, field: string])[] | undefined;
  readonly page: TypePage;
  readonly snapshot: Snapshot | undefined;
}

/** How the pages show entities of a type: openapi/README.md explains it, annotations.ts checks it. */
export interface TypePage {
  readonly stewarded?: boolean;
  readonly whenDescribed?: Readonly<Record<string, unknown>>;
  readonly listed?: { readonly fields: readonly string[] };
  readonly parts?: { readonly groups: readonly { readonly out?: readonly string[]; readonly in?: readonly string[] }[] };
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
  /** The type has its aspects as named fields instead of a list (glossary terms). */
  readonly named: boolean;
}

/** A seed entity (docs/data-model.md 1.5). Cairn writes it at the start if it is missing. */
export interface Seed {
  readonly urn: string;
  readonly aspect: string;
  readonly value: Record<string, unknown>;
}

export interface Model {
  readonly names: Names;
  readonly entityTypes: ReadonlyMap<string, EntityTypeSpec>;
  readonly aspects: ReadonlyMap<string, AspectSpec>;
  /** What is edited on entities, in the order in which people see it. */
  readonly parts: readonly Part[];
  /** Names of all relationships, sorted. */
  readonly relationshipNames: readonly string[];
  /** Those that lead to what is above an entity. */
  readonly hierarchies: readonly string[];
  readonly seeds: readonly Seed[];
  /** Schema of every shared record and aspect by `$id`, with expanded unions. */
  readonly schemas: ReadonlyMap<string, JsonSchema>;
}
