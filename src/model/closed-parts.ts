/**
 * What the model closes to all but those who have a privilege (`x-closed`): reads the annotation, and refuses it where it would not hold.
 */
import type { Annotations, Mistake, ResolveRef } from './aspect-file.ts';
import { isRecord, type Path, pathText } from './path.ts';
import { pointerPart } from './pointer.ts';
import { type ClosedPart, type JsonSchema, OPENING_PRIVILEGES } from './types.ts';

const KEYWORD = 'x-closed';
/** They say which texts are right, so that no other one may stand there. */
const NOT_EMPTY = ['enum', 'const', 'format', 'pattern', 'minLength', 'minItems', 'minProperties', 'required'];

/** What an aspect closes. Reports a required field that has no empty value: something must stand there for others. */
export function closedParts(root: JsonSchema, resolve: ResolveRef, mistake: Mistake): ClosedPart[] {
  const found: ClosedPart[] = [];
  const add = (schema: JsonSchema, path: Path, blank: unknown): void => {
    const to = OPENING_PRIVILEGES.filter((privilege) => [schema[KEYWORD]].flat().includes(privilege));
    found.push({ path, to, blank });
  };
  const visit = (schema: unknown, path: Path, pointer: string): void => {
    if (!isRecord(schema)) return;
    const required = Array.isArray(schema.required) ? schema.required : [];
    for (const [field, inner] of Object.entries(isRecord(schema.properties) ? schema.properties : {})) {
      const [at, place] = [[...path, { field }], `${pointer}/properties/${pointerPart(field)}`] as const;
      if (isRecord(inner) && inner[KEYWORD] !== undefined) {
        const blank = required.includes(field) ? emptyOf(inner, resolve) : undefined;
        if (required.includes(field) && blank === undefined)
          mistake(`${place}/${KEYWORD}`, 'is required and has no empty value: close what is around it');
        add(inner, at, blank);
      }
      visit(inner, at, place);
    }
    visit(schema.items, [...path, { every: 'item' }], `${pointer}/items`);
    visit(schema.additionalProperties, [...path, { every: 'value' }], `${pointer}/additionalProperties`);
  };
  if (root[KEYWORD] !== undefined) add(root, [], undefined);
  visit(root, [], '');
  return found;
}

function emptyOf(schema: JsonSchema, resolve: ResolveRef): unknown {
  const at = typeof schema.$ref === 'string' ? (resolve(schema.$ref) ?? {}) : schema;
  if (NOT_EMPTY.some((keyword) => at[keyword] !== undefined)) return undefined;
  return { string: '', array: [], object: {} }[String(at.type)];
}

interface ToldAnnotations extends Omit<Annotations, 'mustExist'> {
  readonly tells: readonly { readonly path: Path }[];
}

/** Whatever search, relationships and column lineage are made of is told by them. */
export function checkUntold(closed: readonly ClosedPart[], told: ToldAnnotations, mistake: Mistake): void {
  const paths = [...told.relationships, ...told.searchFields, ...told.columnLineage, ...told.columnPlaces, ...told.tells].map(({ path }) => path);
  for (const { path } of closed) {
    const open = paths.find((each) => isWithin(each, path));
    if (open) mistake(`/${KEYWORD}`, `${pathText(open)} cannot be closed: search or relationships tell it`);
  }
}

/** Is what a path leads to a part of what another one leads to? */
function isWithin(path: Path, whole: Path): boolean {
  return whole.every((step, at) => JSON.stringify(step) === JSON.stringify(path[at]));
}

/** Reports closings that nobody would obey: what is no field of an aspect itself is reached by `$ref` from any aspect. */
export function misplacedClosings(file: JsonSchema, isAspect: boolean, mistake: Mistake): void {
  const seek = (value: unknown, pointer: string, mayClose: boolean, reached: boolean): void => {
    if (Array.isArray(value)) for (const [at, each] of value.entries()) seek(each, `${pointer}/${at}`, false, false);
    if (!isRecord(value)) return;
    if (value[KEYWORD] !== undefined && !mayClose)
      mistake(`${pointer}/${KEYWORD}`, 'has no effect here: write it on a field of an aspect, or at its top');
    for (const [key, inner] of Object.entries(value)) {
      const here = `${pointer}/${pointerPart(key)}`;
      if (reached && key === 'properties' && isRecord(inner))
        for (const [field, each] of Object.entries(inner)) seek(each, `${here}/${pointerPart(field)}`, true, true);
      else if (key === 'x-union' && isRecord(inner))
        for (const [member, each] of Object.entries(inner)) seek(each, `${here}/${pointerPart(member)}`, reached, reached);
      else seek(inner, here, false, reached && (key === 'items' || key === 'additionalProperties'));
    }
  };
  seek(file, '', isAspect, isAspect);
}
