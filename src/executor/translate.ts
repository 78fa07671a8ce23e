/**
 * What the client of DataHub writes, in the names of this catalog: URNs and names of records where the model says that there is one, and nowhere
 * else. Texts stay as they are.
 */
import { type Names, namesOf, recordName } from '../model/names.ts';
import { isRecord } from '../model/path.ts';
import { itemSchema, propertySchema } from '../model/schema-walk.ts';
import type { AspectSpec, JsonSchema, Model } from '../model/types.ts';

export interface TranslatedProposal {
  readonly entityType: string;
  readonly entityUrn: string;
  readonly changeType: string;
  readonly aspectName: string;
  readonly aspect?: { readonly contentType: string; readonly value: string };
  readonly systemMetadata?: unknown;
}

const FROM = namesOf('datahub');
/** In files, the client writes some records below this package. */
const NESTED_PACKAGE = `${FROM.package}.pegasus2avro`;
/** Their ids begin with the word of the namespace. */
const OF_WORD = new Set(['dataType', 'entityType']);
const HEAD = /^urn:li:([A-Za-z]\w*):/;

/** The proposals in a record of a file: a change proposal is one, a snapshot has one for each aspect. */
export function proposalsFrom(model: Model, record: Readonly<Record<string, unknown>>): TranslatedProposal[] {
  const { proposedSnapshot, systemMetadata } = record;
  if (isRecord(proposedSnapshot)) return Object.values(proposedSnapshot).flatMap((each) => ofSnapshot(model, each, systemMetadata));
  const { entityType, entityUrn, changeType = 'UPSERT', aspectName, aspect } = record;
  const name = String(aspectName);
  const spec = model.aspects.get(name);
  const json = isRecord(aspect) ? aspect.json : undefined;
  const isPatch = changeType === 'PATCH';
  const value = spec === undefined ? json : isPatch ? translatedPatch(model, spec, json) : translated(model, spec.schema, json);
  return [
    {
      entityType: String(entityType),
      entityUrn: translatedUrn(model.names, String(entityUrn)),
      changeType: String(changeType),
      aspectName: name,
      ...(json !== undefined && { aspect: encoded(value, isPatch) }),
      ...(isRecord(systemMetadata) && { systemMetadata }),
    },
  ];
}

function ofSnapshot(model: Model, snapshot: unknown, systemMetadata: unknown): TranslatedProposal[] {
  if (!isRecord(snapshot) || !Array.isArray(snapshot.aspects)) return [];
  const entityUrn = translatedUrn(model.names, String(snapshot.urn));
  const entityType = /^urn:[^:]+:([^:]+):/.exec(entityUrn)?.[1] ?? '';
  return snapshot.aspects.filter(isRecord).flatMap((each) =>
    Object.entries(each).map(([record, value]) => {
      const name = translatedRecord(model.names, record);
      const spec = [...model.aspects.values()].find((aspect) => aspect.record === name);
      return {
        ...{ entityType, entityUrn, changeType: 'UPSERT', aspectName: spec?.name ?? record },
        aspect: encoded(spec ? translated(model, spec.schema, value) : value, false),
        ...(isRecord(systemMetadata) && { systemMetadata }),
      };
    }),
  );
}

/** Whole numbers that would be rounded are marked (`markInexact`): they are written as they were. */
export function encoded(value: unknown, isPatch: boolean): NonNullable<TranslatedProposal['aspect']> {
  const text = JSON.stringify(value).replace(/\{"integer":"(-?\d+)"\}/g, '$1');
  return { contentType: isPatch ? 'application/json-patch+json' : 'application/json', value: text };
}

/** A URN in the names of the catalog, with those within it. Another text stays as it is. */
export function translatedUrn(names: Names, text: string): string {
  const [head, type = ''] = HEAD.exec(text) ?? [];
  if (head === undefined) return text;
  const id = text.slice(head.length);
  const prefix = `${names.urnPrefix}${type}:`;
  if (OF_WORD.has(type) && id.startsWith(`${FROM.word}.`)) return `${prefix}${names.word}${id.slice(FROM.word.length)}`;
  if (type === 'corpuser' && id === FROM.systemActor) return `${prefix}${names.systemActor}`;
  return (
    prefix +
    (id.startsWith('(') && id.endsWith(')')
      ? `(${partsOf(id)
          .map((part) => translatedUrn(names, part))
          .join(',')})`
      : id)
  );
}

/** The parts of `(a,b,(c,d))`, cut at the commas of depth one. */
function partsOf(id: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 1;
  for (let at = 0; at < id.length; at++) {
    if (id[at] === '(') depth++;
    if (id[at] === ')') depth--;
    if (at !== id.length - 1 && !(id[at] === ',' && depth === 1)) continue;
    parts.push(id.slice(from, at));
    from = at + 1;
  }
  return parts;
}

function translatedRecord(names: Names, record: string): string {
  const below = [NESTED_PACKAGE, FROM.package].find((each) => record.startsWith(`${each}.`));
  if (below === undefined) return record;
  const name = record.slice(below.length + 1);
  const [neutral = name] = Object.entries(FROM.renamedRecords).find(([, renamed]) => renamed === name) ?? [];
  return recordName(names, neutral);
}

function isUrn(schema: JsonSchema): boolean {
  return schema.format === 'urn' || schema['x-urn'] !== undefined;
}

function translated(model: Model, schema: JsonSchema, value: unknown): unknown {
  if (typeof value === 'string') return isUrn(schema) ? translatedUrn(model.names, value) : value;
  if (Array.isArray(value)) return value.map((each) => translated(model, itemSchema(model, schema), each));
  if (!isRecord(value)) return value;
  const isUnion = schema['x-union'] === true;
  const members = Object.entries(value).map(([key, each]) => {
    const name = isUnion ? translatedRecord(model.names, key) : key;
    return { name, each, schema: propertySchema(model, schema, name) };
  });
  // The id in a path of browsing is the URN beside it, if there is one.
  const urns = new Set(members.flatMap(({ each, schema: own }) => (isUrn(own) ? [each] : [])));
  return Object.fromEntries(
    members.map(({ name, each, schema: own }) => [
      name,
      typeof each === 'string' && urns.has(each) ? translatedUrn(model.names, each) : translated(model, own, each),
    ]),
  );
}

/** A patch is a list of operations, perhaps in an object that says by which fields the items of lists are found. */
function translatedPatch(model: Model, spec: AspectSpec, json: unknown): unknown {
  if (Array.isArray(json)) return json.map((each) => translatedOperation(model, spec, each, {}));
  if (!isRecord(json) || !Array.isArray(json.patch)) return json;
  const keys = isRecord(json.arrayPrimaryKeys) ? json.arrayPrimaryKeys : {};
  return { ...json, patch: json.patch.map((each) => translatedOperation(model, spec, each, keys)) };
}

function translatedOperation(model: Model, spec: AspectSpec, operation: unknown, keys: Readonly<Record<string, unknown>>): unknown {
  if (!isRecord(operation) || typeof operation.path !== 'string') return operation;
  const { path, schema } = translatedPath(model, spec, operation.path, keys);
  return { ...operation, path, ...('value' in operation && { value: translated(model, schema, operation.value) }) };
}

/** Segments of a path that name an item of a list by a URN, and the schema of what the path leads to. */
function translatedPath(model: Model, spec: AspectSpec, path: string, keys: Readonly<Record<string, unknown>>): { path: string; schema: JsonSchema } {
  let schema = spec.schema;
  let field = '';
  /** How many keys of the list are left. */
  let left = 0;
  /** Does the path stand in an item of a list? */
  let isInItem = false;
  const segments = path.split('/').map((segment, at) => {
    if (at === 0) return segment;
    const text = segment.replaceAll('~1', '/').replaceAll('~0', '~');
    if (left === 0 && schema.type === 'array') {
      const own = keys[field] ?? schema['x-patch-key'];
      left = Array.isArray(own) && own.length > 0 ? own.length : 1;
      isInItem = true;
    }
    // Entries of column lineage have more keys than the model says: they are no fields of an entry.
    const isKey = left > 0 || (isInItem && !(isRecord(schema.properties) && Object.hasOwn(schema.properties, text)));
    if (isKey) {
      if (left === 1) schema = itemSchema(model, schema);
      left = Math.max(0, left - 1);
      return text.startsWith(FROM.urnPrefix) ? translatedUrn(model.names, text).replaceAll('~', '~0').replaceAll('/', '~1') : segment;
    }
    isInItem = false;
    field = text;
    schema = propertySchema(model, schema, text);
    return segment;
  });
  return { path: segments.join('/'), schema };
}
