/**
 * Loads the metadata model: the shipped files, then those of `MODEL_DIR`. Checks them together and returns one immutable model.
 */
import path from 'node:path';
import { Ajv2020, type AnySchemaObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { messageOf, StartError } from '../errors.ts';
import { ASPECT_EXTENSION } from './annotations.ts';
import { type Annotations, checkKeywords, type Mistake, readAnnotations } from './aspect-file.ts';
import { checkUntold, closedParts, misplacedClosings } from './closed-parts.ts';
import { COLUMN_LINEAGE } from './edges.ts';
import { buildEntityType, type EntityFile, readEntityExtension, readEntityFile } from './entity-file.ts';
import { expand } from './expand.ts';
import { type ModelFile, readModelFiles } from './files.ts';
import { foreignName, type Names, type Namespace, namesOf, recordName } from './names.ts';
import { once } from './once.ts';
import { checkParts, partIn } from './parts.ts';
import { isRecord, parsePath } from './path.ts';
import { makeAjv, readErrors, type UrnRule } from './schema-check.ts';
import { readSeeds } from './seeds.ts';
import type { AspectKind, AspectSpec, EntityTypeSpec, JsonSchema, Model, ReadPrivilege, Telling } from './types.ts';
import { isProblem, looksLikeUrn, parseUrn } from './urn.ts';

const SHIPPED = path.join(import.meta.dirname, '../../openapi/model');
const aspectExtension = once(() => new Ajv2020().compile(ASPECT_EXTENSION));
const metaSchema = once(() => new Ajv2020({ strict: false, validateFormats: false }));

/**
 * @param modelDir a folder with your own model files, or undefined
 *
 * @throws StartError that names each mistake with file and JSON pointer
 */
export function loadModel(namespace: Namespace, modelDir: string | undefined): Model {
  const names = namesOf(namespace);
  const mistakes: string[] = [];
  const about =
    (file: ModelFile): Mistake =>
    (pointer, problem) =>
      mistakes.push(`${file.file} at ${pointer || '/'}: ${problem}`);
  const files = merge(readModelFiles(SHIPPED, false), modelDir === undefined ? [] : readModelFiles(modelDir, true), about);
  const model = build(names, files, about);
  if (mistakes.length > 0)
    throw new StartError(`The metadata model has ${mistakes.length} mistake(s):\n${mistakes.map((line) => `- ${line}`).join('\n')}`);
  return model;
}

type About = (file: ModelFile) => Mistake;
/** What is known when all aspects are. */
type Late = 'parts' | 'relationshipNames' | 'hierarchies' | 'seeds';

/** Adds the files of `MODEL_DIR` to the shipped ones. A file with `extend: true` adds to the shipped file of the same name. */
function merge(shipped: ModelFile[], own: ModelFile[], about: About): ModelFile[] {
  const files = new Map(shipped.map((file) => [file.id, file]));
  for (const file of own) {
    if (file.content.extend !== undefined) continue;
    const twin = files.get(file.id);
    if (twin) about(file)('', `is already declared by ${path.basename(twin.file)}; write extend: true to add to it, or choose another name`);
    else files.set(file.id, file);
  }
  for (const file of own) {
    if (file.content.extend !== undefined) extendFile(files, file, about(file));
  }
  return [...files.values()];
}

function extendFile(files: Map<string, ModelFile>, file: ModelFile, mistake: Mistake): void {
  if (file.room === 'aspects') extendAspect(files, file, mistake);
  else if (file.room === 'entities') extendEntityType(files, file, mistake);
  else mistake('/extend', 'extends neither an aspect nor an entity type; nothing else can be extended');
}

/** Adds `properties` and `required` to an aspect. */
function extendAspect(files: Map<string, ModelFile>, { content }: ModelFile, mistake: Mistake): void {
  const isExtension = aspectExtension();
  if (!isExtension(content)) return reportFirst(isExtension.errors, mistake);
  const { name } = content['x-aspect'] as { name: string };
  const base = [...files.values()].find((each) => each.room === 'aspects' && aspectName(each) === name);
  if (!base) return mistake('/x-aspect/name', `there is no aspect ${name} to extend`);
  const [before, more] = [base.content.properties as object, content.properties as object];
  checkKeywords(more, '/properties', mistake);
  checkSchema({ properties: more }, mistake);
  for (const field of Object.keys(more)) if (Object.hasOwn(before, field)) mistake(`/properties/${field}`, `is already a field of ${name}`);
  const required = [base.content.required, content.required].flatMap((each) => (each as string[] | undefined) ?? []);
  const extended = { ...base.content, properties: { ...before, ...more }, ...(required.length > 0 && { required }) };
  files.set(base.id, { ...base, content: extended, checked: false });
}

/** Adds `aspects` to an entity type. */
function extendEntityType(files: Map<string, ModelFile>, { content }: ModelFile, mistake: Mistake): void {
  const extension = readEntityExtension(content, mistake);
  if (!extension) return;
  const base = [...files.values()].find((each) => each.room === 'entities' && each.content.name === extension.name);
  if (!base) return mistake('/name', `there is no entity type ${extension.name} to extend`);
  const known = new Set([...files.values()].map(aspectName));
  const unknown = extension.aspects.findIndex((name) => !known.has(name));
  if (unknown >= 0) return mistake(`/aspects/${unknown}`, `${extension.aspects[unknown]} is not an aspect of the model`);
  const aspects = [...new Set([...(base.content.aspects as string[]), ...extension.aspects])];
  files.set(base.id, { ...base, content: { ...base.content, aspects }, checked: false });
}

function checkSchema(schema: JsonSchema, mistake: Mistake): void {
  const ajv = metaSchema();
  if (!ajv.validateSchema(schema as AnySchemaObject)) reportFirst(ajv.errors, mistake);
}

function reportFirst(errors: readonly { instancePath: string; message?: string }[] | null | undefined, mistake: Mistake): void {
  mistake(errors?.[0]?.instancePath ?? '', errors?.[0]?.message ?? '');
}

function aspectName(file: ModelFile): unknown {
  return isRecord(file.content['x-aspect']) ? file.content['x-aspect'].name : undefined;
}

function build(names: Names, files: ModelFile[], about: About): Model {
  const schemas = new Map<string, JsonSchema>();
  for (const file of files.filter((each) => each.room !== 'entities')) {
    const schema = { $id: file.id, ...(expand(names, file.id, file.content) as JsonSchema) };
    schemas.set(file.id, schema);
    if (file.checked) continue;
    checkKeywords(file.content, '', about(file));
    misplacedClosings(file.content, file.room === 'aspects', about(file));
    checkSchema(schema, about(file));
  }
  const entityTypes = new Map<string, EntityTypeSpec>();
  const aspects = new Map<string, AspectSpec>();
  const model: Omit<Model, Late> & { -readonly [Name in Late]: Model[Name] } = {
    names,
    entityTypes,
    aspects,
    parts: [],
    relationshipNames: [],
    hierarchies: [],
    seeds: [],
    schemas,
  };
  const ajv = once(() => {
    const made = makeAjv((text, rule) => urnProblem(model, text, rule));
    for (const [id, schema] of schemas) made.addSchema(schema as AnySchemaObject, id, false, false);
    return made;
  });

  for (const file of files.filter((each) => each.room === 'aspects')) {
    const aspect = buildAspect(names, ajv, schemas, file, about(file));
    if (!aspect) continue;
    if (aspects.has(aspect.name)) about(file)('/x-aspect/name', `${aspect.name} is declared twice`);
    if (aspect.name in Object.prototype) about(file)('/x-aspect/name', `${aspect.name} is a name that every object has in JavaScript`);
    aspects.set(aspect.name, aspect);
  }
  for (const file of files.filter((each) => each.room === 'entities')) {
    const content: EntityFile | undefined = readEntityFile(file, about(file));
    const type = content && buildEntityType(names, content, aspects, about(file));
    if (!type) continue;
    if (entityTypes.has(type.name)) about(file)('/name', `${type.name} is declared twice`);
    if ([...entityTypes.values()].some((other) => other.graphql === type.graphql)) about(file)('/graphql', `${type.graphql} is taken`);
    entityTypes.set(type.name, type);
  }
  checkTypeNames(files, entityTypes, about);
  model.relationshipNames = relationshipNames(aspects.values());
  model.hierarchies = [
    ...new Set([...aspects.values()].flatMap(({ relationships }) => relationships.filter(({ hierarchy }) => hierarchy).map(({ name }) => name))),
  ].sort();
  checkTellings(files, model, about);
  model.parts = [...aspects.values()].flatMap(({ part }) => part ?? []).sort((one, other) => one.rank - other.rank);
  checkParts(model, (aspect, pointer, problem) => {
    const file = files.find((each) => aspectName(each) === aspect);
    if (file) about(file)(pointer, problem);
  });
  model.seeds = readSeeds(names, path.join(SHIPPED, 'seed.yaml'), entityTypes);
  return model;
}

function buildAspect(names: Names, ajv: () => Ajv2020, schemas: Map<string, JsonSchema>, file: ModelFile, mistake: Mistake): AspectSpec | undefined {
  const schema = schemas.get(file.id);
  const declared = file.content['x-aspect'];
  if (!schema || !isRecord(declared) || typeof declared.name !== 'string') {
    mistake('/x-aspect', 'an aspect file needs x-aspect with name, record and kind');
    return undefined;
  }
  const resolve = (ref: string): JsonSchema | undefined => {
    const [id = '', inner = ''] = ref.split('#/$defs/');
    const found = schemas.get(id);
    return inner === '' || !found ? found : isRecord(found.$defs) ? (found.$defs[inner] as JsonSchema) : undefined;
  };
  const annotated: Annotations = readAnnotations(schema, resolve, mistake);
  const closed = closedParts(schema, resolve, mistake);
  const tells = tellingIn(declared.tells, mistake);
  checkUntold(closed, { ...annotated, tells: tells ? [tells] : [] }, mistake);
  if (closed.length > 0 && declared.kind === 'key') mistake('/x-aspect/kind', 'the URN shows a key aspect: it has nothing closed');
  const validate = compiled(ajv, file, mistake);
  const urnFields = (declared.urn as string[] | undefined) ?? [];
  for (const field of urnFields)
    if (!isRecord(schema.properties) || !(field in schema.properties)) mistake('/x-aspect/urn', `${field} is not a property`);
  return {
    name: declared.name,
    record: recordName(names, declared.record as string),
    kind: declared.kind as AspectKind,
    noun: declared.noun as string | undefined,
    keep: declared.keep as number | undefined,
    secret: declared.secret === true,
    read: declared.read as ReadPrivilege | undefined,
    readFields: Object.entries((declared.readFields as Record<string, ReadPrivilege> | undefined) ?? {}),
    description: typeof schema.description === 'string' ? schema.description : '',
    schema,
    urnFields,
    ...annotated,
    closed,
    tells,
    shares: (declared.shares as string[] | undefined) ?? [],
    part: partIn(declared.name, declared.part, annotated.relationships),
    check: (value) => {
      const valid = validate();
      return valid?.(value) ? FINE : readErrors(valid?.errors ?? [], (name) => foreignName(names, name));
    },
  };
}

/** @param declared of a checked shape */
function tellingIn(declared: unknown, mistake: Mistake): Telling | undefined {
  if (!isRecord(declared)) return undefined;
  const { path: text, ...rest } = declared as unknown as Omit<Telling, 'path'> & { readonly path: string };
  const way = parsePath(text);
  if (!way) mistake('/x-aspect/tells/path', `${text} is not a path`);
  return { ...rest, path: way ?? [] };
}

const FINE = { wrong: [], unknown: [] };

/**
 * The validator of an aspect. Those of the shipped files are compiled when they are first used: most of them never are, and all together take
 * most of a second. The build compiles each.
 */
function compiled(ajv: () => Ajv2020, file: ModelFile, mistake: Mistake): () => ValidateFunction | undefined {
  const compile = once(() => ajv().getSchema(file.id));
  if (!file.checked) {
    try {
      compile();
    } catch (error) {
      mistake('', messageOf(error));
    }
  }
  return compile;
}

/** The entity types that `x-urn` and `to` name must exist. */
function checkTypeNames(files: ModelFile[], entityTypes: ReadonlyMap<string, EntityTypeSpec>, about: About): void {
  const seek = (file: ModelFile, value: unknown, pointer: string): void => {
    if (Array.isArray(value)) for (const [index, item] of value.entries()) seek(file, item, `${pointer}/${index}`);
    if (!isRecord(value)) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'x-urn' && isRecord(inner)) named(file, inner.types, `${pointer}/x-urn/types`);
      else if (key === 'x-relationship') for (const each of [inner].flat().filter(isRecord)) named(file, each.to, `${pointer}/x-relationship/to`);
      else seek(file, inner, `${pointer}/${key}`);
    }
  };
  const named = (file: ModelFile, types: unknown, pointer: string): void => {
    for (const type of Array.isArray(types) ? types : [])
      if (!entityTypes.has(type)) about(file)(pointer, `${type} is not an entity type of the model`);
  };
  for (const file of files) if (file.room !== 'entities') seek(file, file.content, '');
}

/** What aspects tell must name types and a relationship of the model. */
function checkTellings(files: ModelFile[], { aspects, entityTypes, relationshipNames }: Model, about: About): void {
  for (const file of files) {
    const tells = file.room === 'aspects' ? aspects.get(String(aspectName(file)))?.tells : undefined;
    for (const type of tells?.of ?? []) if (!entityTypes.has(type)) about(file)('/x-aspect/tells/of', `${type} is not an entity type of the model`);
    if (tells && !relationshipNames.includes(tells.along)) about(file)('/x-aspect/tells/along', `${tells.along} is not a relationship of the model`);
  }
}

function urnProblem(model: Model, text: string, rule: UrnRule): string | undefined {
  const read = parseUrn(model, text);
  if (!rule.types) {
    if (!isProblem(read)) return undefined;
    // If the model does not have the type, only the form can be checked.
    if (read.unknownType === undefined) return `a URN (this one ${read.problem})`;
    return looksLikeUrn(model, text) ? undefined : 'a URN';
  }
  const wanted = `a URN of type ${rule.types.join(' or ')}`;
  if (isProblem(read)) return `${wanted} (this one ${read.problem})`;
  return rule.types.includes(read.type.name) ? undefined : wanted;
}

function relationshipNames(aspects: Iterable<AspectSpec>): string[] {
  const names = new Set<string>();
  for (const aspect of aspects) {
    for (const { name } of aspect.relationships) names.add(name);
    if (aspect.columnLineage.length > 0) names.add(COLUMN_LINEAGE);
  }
  return [...names].sort();
}
