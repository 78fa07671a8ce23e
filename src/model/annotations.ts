/**
 * The keywords of model files. Each has a schema, so a misspelt annotation prevents the start (openapi/README.md).
 */
import { EDIT_PRIVILEGES, type JsonSchema, OPENING_PRIVILEGES, PART_SHAPES, READ_PRIVILEGES, SEARCH_TYPES } from './types.ts';

const name = { type: 'string', pattern: '^[A-Za-z_$][A-Za-z0-9_]*$' };
const fieldName = { type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_]*$' };
const record = { type: 'string', pattern: '^[a-zA-Z]\\w*(\\.[a-zA-Z]\\w*)*$' };
const path = { type: 'string', minLength: 1 };
const names = { type: 'array', items: name, minItems: 1 };

function closed(required: string[], properties: Record<string, unknown>): JsonSchema {
  return { type: 'object', required, properties, additionalProperties: false };
}

function oneOrMany(schema: JsonSchema): JsonSchema {
  return { if: { type: 'array' }, then: { type: 'array', items: schema, minItems: 1 }, else: schema };
}

const relationship = closed(['name'], {
  name: { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9_]*$', not: { enum: ['LATEST', 'PREV', 'PAST', 'UPSTREAM', 'PAST_UPSTREAM', 'ENDED'] } },
  to: names,
  lineage: { enum: ['upstream', 'downstream'] },
  hierarchy: { const: true },
  path,
});

const searchable = closed(['field', 'type'], {
  field: fieldName,
  type: { enum: [...SEARCH_TYPES] },
  queried: { type: 'boolean' },
  autocomplete: { type: 'boolean' },
  weight: { type: 'number', exclusiveMinimum: 0 },
  facet: { type: 'string', minLength: 1 },
  has: closed(['field'], { field: fieldName, facet: { type: 'boolean' } }),
  num: fieldName,
  alias: fieldName,
  ranked: { type: 'object', additionalProperties: { type: 'number', exclusiveMinimum: 0 } },
  path,
});

const columns = closed([], { at: oneOrMany(path), of: path, whole: { const: true }, blank: names, others: { const: true } });

const word = { type: 'string', minLength: 1 };
const part = closed(['name', 'shape', 'noun', 'title'], {
  name: { type: 'string', pattern: '^[a-z][A-Za-z0-9]*$' },
  shape: { enum: [...PART_SHAPES] },
  noun: word,
  word,
  plural: word,
  title: word,
  list: fieldName,
  key: fieldName,
  columns: { enum: ['table', 'own'] },
  edit: { enum: [...EDIT_PRIVILEGES] },
  editColumn: { enum: [...EDIT_PRIVILEGES] },
  category: { type: 'string', pattern: '^[A-Z][A-Z0-9_]*$' },
  suggested: { const: true },
  rank: { type: 'integer', minimum: 1 },
});

/** Keyword → the schema of its value. */
export const KEYWORDS: Record<string, JsonSchema> = {
  'x-aspect': closed(['name', 'record', 'kind'], {
    name,
    record,
    kind: { enum: ['versioned', 'timeseries', 'key'] },
    noun: { type: 'string', minLength: 1 },
    urn: names,
    keep: { type: 'integer', minimum: 0 },
    secret: { const: true },
    read: { enum: READ_PRIVILEGES },
    readFields: { type: 'object', additionalProperties: { enum: READ_PRIVILEGES } },
    tells: closed(['field', 'along', 'of', 'path', 'values'], {
      ...{ field: fieldName, along: name, of: names, path },
      values: { type: 'array', items: { type: 'string' }, minItems: 1 },
    }),
    shares: { type: 'array', items: fieldName, minItems: 1, uniqueItems: true },
    part,
  }),
  'x-record': record,
  'x-urn': closed([], { types: names, exists: { type: 'boolean' } }),
  'x-union': { type: 'object', minProperties: 1, propertyNames: record },
  'x-patch-key': { type: 'array', items: { type: 'string', minLength: 1 } },
  'x-relationship': oneOrMany(relationship),
  'x-searchable': oneOrMany(searchable),
  'x-columns': oneOrMany(columns),
  'x-closed': oneOrMany({ enum: [...OPENING_PRIVILEGES] }),
  'x-column-lineage': {
    ...closed(['upstreams'], { upstreams: path, downstreams: path, field: path }),
    oneOf: [{ required: ['downstreams'] }, { required: ['field'] }],
  },
};

/** How the pages show entities of a type (openapi/README.md). */
export const TYPE_PAGE: JsonSchema = closed([], {
  icon: { type: 'string', pattern: '^M[-MLHVCSQTAZmlhvcsqtaz\\d., ]+$' },
  word: { type: 'string', minLength: 1 },
  documentation: { type: 'boolean' },
  internal: { type: 'boolean' },
  untold: { type: 'boolean' },
  measured: { type: 'boolean' },
  stewarded: { type: 'boolean' },
  checked: { type: 'boolean' },
  tab: { enum: ['product', 'terms', 'results', 'values'] },
  listed: closed(['title', 'fields', 'none'], {
    title: { type: 'string' },
    fields: { type: 'array', items: fieldName, minItems: 1 },
    none: { type: 'string' },
  }),
  parts: closed(['title', 'groups'], {
    title: { type: 'string' },
    groups: { type: 'array', items: closed(['title'], { title: { type: 'string' }, out: names, in: names }), minItems: 1 },
    runs: { type: 'boolean' },
  }),
  whenDescribed: { type: 'object' },
});

/** The schema of an entity type's file. */
export const ENTITY_FILE: JsonSchema = closed(['name', 'description', 'graphql', 'key', 'aspects'], {
  name,
  description: { type: 'string', minLength: 1 },
  graphql: { type: 'string', pattern: '^[A-Z][A-Z0-9_]*$' },
  key: name,
  aspects: { type: 'array', items: name, uniqueItems: true },
  searchable: { type: 'boolean' },
  platform: { type: 'string', pattern: '^\\w+(\\.\\w+)*$' },
  takesReferences: { type: 'boolean' },
  livesIn: name,
  browse: closed([], { path: { type: 'string', pattern: '^/' }, split: names, v2: closed([], { split: name, parent: name }) }),
  names: { type: 'array', items: { type: 'string', pattern: '^\\w+\\.\\w+$' }, minItems: 1 },
  page: TYPE_PAGE,
  snapshot: closed(['record', 'aspects'], { record, aspects: { type: 'array', items: name }, named: { type: 'boolean' } }),
});

/** The schema of a file that extends an entity type (`MODEL_DIR`). */
export const ENTITY_EXTENSION: JsonSchema = closed(['extend', 'name', 'aspects'], {
  extend: { const: true },
  name,
  aspects: { type: 'array', items: name, minItems: 1 },
});

/** The schema of a file that extends an aspect (`MODEL_DIR`). Its properties are JSON Schemas. */
export const ASPECT_EXTENSION: JsonSchema = closed(['extend', 'x-aspect', 'properties'], {
  extend: { const: true },
  'x-aspect': closed(['name'], { name }),
  properties: { type: 'object', minProperties: 1 },
  required: { type: 'array', items: { type: 'string' } },
});
