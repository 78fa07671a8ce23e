/**
 * The parts of entities that people and programs edit: tags, terms, owners, a domain. The model says of each what is true of it, so that every
 * API knows it alike (openapi/README.md).
 */
import { EDITABLE_SCHEMA_METADATA, SCHEMA_FIELD_TYPE } from './known-names.ts';
import { graphNames, urnFieldOf } from './part-names.ts';
import { isRecord, pathText } from './path.ts';
import type { EditPrivilege, JsonSchema, LinkPart, Model, OwnPart, Part, Relationship } from './types.ts';

/** A part as a file declares it: of a checked form. */
interface PartDeclaration {
  readonly name: string;
  readonly shape: Part['shape'];
  readonly noun: string;
  readonly word?: string;
  readonly plural?: string;
  readonly title: string;
  readonly list?: string;
  readonly key?: string;
  readonly columns?: 'table' | 'own';
  readonly edit?: EditPrivilege;
  readonly editColumn?: EditPrivilege;
  readonly category?: string;
  readonly suggested?: true;
  readonly rank?: number;
}

/** Categories of the timeline that are about no part. */
export const CATEGORIES_OF_NO_PART = ['ASSET_MEMBERSHIP', 'TECHNICAL_SCHEMA', 'DOCUMENTATION', 'VERSIONING'] as const;

/** Behind the parts of the shipped model. */
const LAST = 1_000;

/** The part that an aspect declares. */
export function partIn(aspect: string, declared: unknown, relationships: readonly Relationship[]): Part | undefined {
  if (!isDeclared(declared)) return undefined;
  const { shape, list, key, word = declared.noun, plural = `${declared.noun}s`, suggested = false, rank = LAST } = declared;
  const { name, noun, title, columns, edit, editColumn } = declared;
  const category = declared.category ?? (isLinks(shape) ? name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase() : undefined);
  const base = { name, aspect, noun, word, plural, title, columns, edit, editColumn, category, suggested, rank };
  if (!isLinks(shape)) return { ...base, shape, list, key };
  const place = placeOf({ list: list ?? '', key });
  const to = relationships.filter(({ path }) => pathText(path) === place).flatMap((each) => each.to ?? []);
  return { ...base, shape, list: list ?? '', key, types: [...new Set(to)] };
}

/** Where the links stand, as paths of relationships say it: `tags[].tag`. */
function placeOf({ list, key }: Pick<LinkPart, 'list' | 'key'>): string {
  return `${list}[]${key === undefined ? '' : `.${key}`}`;
}

function isDeclared(declared: unknown): declared is PartDeclaration {
  return isRecord(declared);
}

function isLinks(shape: Part['shape']): shape is LinkPart['shape'] {
  return shape === 'links' || shape === 'link';
}

export function isLinkPart(part: Part): part is LinkPart {
  return isLinks(part.shape);
}

/** The parts that hold URNs of entities: what is edited, compared and checked alike. */
export function linkPartsOf({ parts }: Pick<Model, 'parts'>): LinkPart[] {
  return parts.filter(isLinkPart);
}

/** The part of links of this name. */
export function linkPartNamed(model: Pick<Model, 'parts'>, name: string): LinkPart | undefined {
  return linkPartsOf(model).find((part) => part.name === name);
}

/** The part with this form of its own. */
export function ownPart({ parts }: Pick<Model, 'parts'>, shape: OwnPart['shape']): OwnPart | undefined {
  return parts.find((part): part is OwnPart => part.shape === shape);
}

/** Reports a mistake in the file of an aspect. */
type AspectMistake = (aspect: string, pointer: string, problem: string) => void;

/** What a part says must be in the model: its list, its items, its columns; and no two parts share a name, a title or a category. */
export function checkParts(model: Model, mistake: AspectMistake): void {
  const taken = new Map<string, string>([['description', 'the description of an entity']]);
  const inGraph = new Map<string, string>();
  const categories = new Map<string, string>(CATEGORIES_OF_NO_PART.map((each) => [each, 'the timeline itself']));
  const before: Part[] = [];
  // As the aspects stand: the shipped ones first, so that a part of your own is the one to blame.
  for (const part of [...model.aspects.values()].flatMap((each) => each.part ?? [])) {
    const wrong = (field: string, problem: string): void => mistake(part.aspect, `/x-aspect/part/${field}`, problem);
    const other = taken.get(part.name);
    const twin = before.find((each) => urnFieldOf(each) === urnFieldOf(part));
    if (other !== undefined) wrong('name', `${part.name} is already the name of ${other}`);
    // Requests hold their changes by the names of parts, and there every object has these.
    if (part.name in Object.prototype) wrong('name', `${part.name} is a name that every object has in JavaScript`);
    // Names in GraphQL follow from the word.
    if (twin) wrong('noun', `${part.word} is already what one of the ${twin.plural} is called`);
    const titled = before.find(({ title }) => title.toLowerCase() === part.title.toLowerCase());
    // A column of a CSV file is found by the title.
    if (titled) wrong('title', `${part.title} is already the title of the part ${titled.name}`);
    const category = part.category === undefined ? undefined : categories.get(part.category);
    if (category !== undefined) wrong('category', `${part.category} is already the category of ${category}`);
    if (part.category !== undefined && category === undefined) categories.set(part.category, `the part ${part.name}`);
    taken.set(part.name, `a part of ${part.aspect}`);
    before.push(part);
    if (isLinkPart(part)) {
      if (other === undefined && !twin) checkGraphNames(part, inGraph, wrong);
      checkLinks(model, part, wrong);
    } else if (model.parts.some((each) => each !== part && each.shape === part.shape))
      wrong('shape', `${part.shape} is edited in one aspect only; parts of your own are links or link`);
    checkColumns(model, part, wrong);
  }
}

type Wrong = (field: string, problem: string) => void;

/** @param taken name → the part that has it in GraphQL; gets those of this part */
function checkGraphNames(part: LinkPart, taken: Map<string, string>, wrong: Wrong): void {
  if (!/^[a-z]/.test(urnFieldOf(part))) return wrong('noun', `${part.word} begins with no Latin letter, so it makes no name in GraphQL`);
  const names = graphNames(part);
  const first = names.findIndex(({ name }, at) => taken.has(name) || names.findIndex((each) => each.name === name) < at);
  const found = names[first];
  if (found) wrong(found.from, `makes ${found.name} of GraphQL, which ${taken.get(found.name) ?? 'its noun'} makes, too`);
  for (const { name } of names) if (!taken.has(name)) taken.set(name, `the part ${part.name} of ${part.aspect}`);
}

function checkLinks({ aspects }: Model, { aspect, shape, list, key, types }: LinkPart, wrong: Wrong): void {
  const spec = aspects.get(aspect);
  if (!spec) return;
  if (spec.kind !== 'versioned') return wrong('shape', 'only a versioned aspect has a part that is edited');
  // Previews, suggestions and the timeline show its links to everybody who sees the entity.
  if (spec.secret || spec.closed.length > 0 || spec.read !== undefined || spec.readFields.length > 0)
    return wrong('shape', 'what only some may read (secret, read, readFields, x-closed) is no part: whoever sees the entity sees its parts');
  const properties = isRecord(spec.schema.properties) ? spec.schema.properties : {};
  const field = properties[list];
  if (!isRecord(field) || field.type !== 'array') return wrong('list', `expected the name of a list of ${aspect}`);
  const place = placeOf({ list, key });
  if (!spec.relationships.some(({ path }) => pathText(path) === place))
    wrong(key === undefined ? 'list' : 'key', `${place} is no relationship (x-relationship): a part holds URNs`);
  else if (types.length === 0)
    wrong(key === undefined ? 'list' : 'key', `the relationship of ${place} names no types (to), so nothing can be looked up`);
  const keys = field['x-patch-key'];
  if (key !== undefined && shape === 'links' && !(Array.isArray(keys) && keys.length === 1 && keys[0] === key))
    wrong('key', `the list ${list} needs x-patch-key: [${key}], so that items come and go`);
  const others = (Array.isArray(spec.schema.required) ? spec.schema.required : []).filter((name) => name !== list);
  const blocking = others.find((name) => shape === 'link' || !isStamp(properties[name]));
  if (blocking !== undefined) wrong('shape', `the aspect requires ${blocking}, too, which an edit of its links does not bring`);
}

/** The write path fills stamps that a patch leaves out. */
function isStamp(schema: unknown): boolean {
  return isRecord(schema) && typeof schema.$ref === 'string' && schema.$ref.endsWith('/AuditStamp.yaml');
}

function checkColumns({ aspects, entityTypes }: Model, { aspect, columns }: Part, wrong: Wrong): void {
  if (columns === 'own' && !entityTypes.get(SCHEMA_FIELD_TYPE)?.aspects.has(aspect))
    wrong('columns', `own: ${SCHEMA_FIELD_TYPE} does not have the aspect ${aspect}`);
  if (columns === 'table' && !isRecord(columnProperties(aspects.get(EDITABLE_SCHEMA_METADATA)?.schema)?.[aspect]))
    wrong('columns', `table: ${EDITABLE_SCHEMA_METADATA} has no ${aspect} of a column; expected own`);
}

/** What `editableSchemaMetadata` has of a column. */
function columnProperties(schema: JsonSchema | undefined): Record<string, unknown> | undefined {
  const list = isRecord(schema?.properties) ? schema.properties.editableSchemaFieldInfo : undefined;
  const items = isRecord(list) ? list.items : undefined;
  return isRecord(items) && isRecord(items.properties) ? items.properties : undefined;
}
