/**
 * Reads one aspect file: collects its annotations with the paths that they describe, and checks them (openapi/README.md).
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { KEYWORDS } from './annotations.ts';
import { once } from './once.ts';
import { isRecord, type Path, type PathStep, parsePath } from './path.ts';
import { pointerPart } from './pointer.ts';
import type { ColumnLineage, ColumnPlace, JsonSchema, Relationship, SearchField } from './types.ts';

export interface Annotations {
  readonly relationships: Relationship[];
  readonly searchFields: SearchField[];
  readonly columnLineage: ColumnLineage[];
  readonly columnPlaces: ColumnPlace[];
  readonly mustExist: Path[];
}

/** Reports a mistake in a file. All mistakes are reported together. */
export type Mistake = (pointer: string, problem: string) => void;

/** Gives the schema that a `$ref` names. */
export type ResolveRef = (ref: string) => JsonSchema | undefined;

const checksOf = once(() => {
  const shapes = new Ajv2020({ allErrors: false });
  return new Map(Object.entries(KEYWORDS).map(([keyword, schema]) => [keyword, shapes.compile(schema)]));
});

/** Checks the value of every annotation in a file, at any depth. */
export function checkKeywords(schema: unknown, pointer: string, mistake: Mistake): void {
  if (Array.isArray(schema)) {
    for (const [index, item] of schema.entries()) checkKeywords(item, `${pointer}/${index}`, mistake);
    return;
  }
  if (!isRecord(schema)) return;
  const checks = checksOf();
  for (const [key, value] of Object.entries(schema)) {
    const here = `${pointer}/${pointerPart(key)}`;
    const check = checks.get(key);
    if (check && !check(value)) mistake(here + (check.errors?.[0]?.instancePath ?? ''), reason(check.errors?.[0]));
    else if (!check && key.startsWith('x-')) mistake(here, `is not an annotation; known are ${[...checks.keys()].join(', ')}`);
    if (!check || key === 'x-union') checkKeywords(value, here, mistake);
  }
}

function reason(error: { message?: string; params: Record<string, unknown> } | undefined): string {
  if (!error) return 'is wrong';
  const extra = error.params.additionalProperty ?? error.params.allowedValues;
  return extra === undefined ? (error.message ?? 'is wrong') : `${error.message} (${[extra].flat().join(', ')})`;
}

/** Collects the annotations of an aspect. `resolve` finds the schema that a `$ref` in this file points to. */
export function readAnnotations(root: JsonSchema, resolve: ResolveRef, mistake: Mistake): Annotations {
  const found: Annotations = { relationships: [], searchFields: [], columnLineage: [], columnPlaces: [], mustExist: [] };
  visit(root, [], '', (schema, path, pointer) => {
    for (const raw of [schema['x-relationship'] ?? []].flat().filter(isRecord)) {
      const target = annotatedPath(schema, path, raw, `${pointer}/x-relationship`, resolve, mistake);
      if (!target) continue;
      if (target.schema.format !== 'urn') mistake(`${pointer}/x-relationship`, 'does not lead to a field with format: urn');
      found.relationships.push({
        name: raw.name as string,
        path: target.path,
        to: raw.to as string[] | undefined,
        lineage: raw.lineage as Relationship['lineage'],
        hierarchy: raw.hierarchy === true,
      });
    }
    for (const raw of [schema['x-searchable'] ?? []].flat().filter(isRecord)) {
      const target = annotatedPath(schema, path, raw, `${pointer}/x-searchable`, resolve, mistake);
      if (target) found.searchFields.push(searchField(raw, target.path));
    }
    if (isRecord(schema['x-urn']) && schema['x-urn'].exists === true) found.mustExist.push(path);
    const columns = schema['x-column-lineage'];
    if (isRecord(columns)) {
      const part = (name: string) => (typeof columns[name] === 'string' ? parsePath(columns[name]) : undefined);
      found.columnLineage.push({ path, upstreams: part('upstreams') ?? [], downstreams: part('downstreams'), field: part('field') });
    }
    for (const raw of [schema['x-columns'] ?? []].flat().filter(isRecord)) found.columnPlaces.push(...columnPlaces(schema, path, raw, pointer));
  });
  return found;

  function columnPlaces(schema: JsonSchema, path: Path, raw: Record<string, unknown>, pointer: string): ColumnPlace[] {
    const inList = schema.type === 'array';
    const { at = inList ? '[]' : '', of, whole, blank, others } = raw;
    return [at].flat().flatMap((text) => {
      const below = `${inList && text !== '[]' ? '[].' : ''}${String(text)}`;
      const target = annotatedPath(schema, path, below === '' ? {} : { path: below }, `${pointer}/x-columns`, resolve, mistake);
      if (!target) return [];
      const least = path.length + Number(inList);
      // The item of the innermost list.
      const innermost = target.path.findLastIndex((step) => 'every' in step && step.every === 'item') + 1;
      return {
        path: target.path,
        out: whole === true ? least : Math.max(least, innermost),
        of: typeof of === 'string' ? parsePath(of) : undefined,
        ofAny: of !== undefined || target.schema.format === 'urn',
        blank: (blank as readonly string[] | undefined) ?? [],
        others: others === true,
      };
    });
  }
}

function searchField(raw: Record<string, unknown>, path: Path): SearchField {
  const { facet: hasFacet = false, field: hasField } = isRecord(raw.has) ? raw.has : {};
  return {
    field: raw.field as string,
    type: raw.type as SearchField['type'],
    path,
    queried: raw.queried === true,
    autocomplete: raw.autocomplete === true,
    weight: (raw.weight as number | undefined) ?? 1,
    facet: raw.facet as string | undefined,
    has: hasField === undefined ? undefined : { field: hasField as string, facet: hasFacet === true },
    num: raw.num as string | undefined,
    alias: raw.alias as string | undefined,
    ranked: raw.ranked as Record<string, number> | undefined,
  };
}

/** Visits every schema in this file. The target of a `$ref` belongs to another file. */
function visit(schema: unknown, path: Path, pointer: string, see: (schema: JsonSchema, path: Path, pointer: string) => void): void {
  if (!isRecord(schema)) return;
  see(schema, path, pointer);
  if (isRecord(schema.properties)) {
    for (const [field, inner] of Object.entries(schema.properties))
      visit(inner, [...path, { field }], `${pointer}/properties/${pointerPart(field)}`, see);
  }
  visit(schema.items, [...path, { every: 'item' }], `${pointer}/items`, see);
  visit(schema.additionalProperties, [...path, { every: 'value' }], `${pointer}/additionalProperties`, see);
}

function annotatedPath(schema: JsonSchema, path: Path, raw: Record<string, unknown>, pointer: string, resolve: ResolveRef, mistake: Mistake) {
  const below = raw.path === undefined ? [] : parsePath(raw.path as string);
  if (!below) {
    mistake(`${pointer}/path`, `${String(raw.path)} is not a path`);
    return undefined;
  }
  let at: JsonSchema | undefined = schema;
  for (const step of below) at = at && stepInto(at, step, resolve);
  if (!at) {
    mistake(`${pointer}/path`, `${String(raw.path)} leads to no field`);
    return undefined;
  }
  return { path: [...path, ...below], schema: follow(at, resolve) ?? at };
}

function follow(schema: JsonSchema, resolve: ResolveRef): JsonSchema | undefined {
  return typeof schema.$ref === 'string' ? resolve(schema.$ref) : schema;
}

function stepInto(schema: JsonSchema, step: PathStep, resolve: ResolveRef): JsonSchema | undefined {
  const here = follow(schema, resolve);
  const inner =
    here &&
    ('field' in step
      ? isRecord(here.properties) && here.properties[step.field]
      : step.every === 'item'
        ? here.items
        : step.every === 'key'
          ? { type: 'string' }
          : here.additionalProperties);
  return isRecord(inner) ? inner : undefined;
}
