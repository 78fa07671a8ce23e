/**
 * Checks the file of an entity type: its shape, and whether every name in it exists.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { ENTITY_EXTENSION, ENTITY_FILE } from './annotations.ts';
import type { Mistake } from './aspect-file.ts';
import type { ModelFile } from './files.ts';
import { type Names, recordName } from './names.ts';
import { once } from './once.ts';
import { isRecord } from './path.ts';
import type { AspectSpec, Browse, EntityTypeSpec, SharedFlag, TypePage } from './types.ts';

/** An entity file whose shape matches `ENTITY_FILE`. */
export interface EntityFile {
  name: string;
  description: string;
  graphql: string;
  key: string;
  aspects: string[];
  searchable?: boolean;
  platform?: string;
  takesReferences?: boolean;
  livesIn?: string;
  browse?: Browse;
  names?: string[];
  page?: TypePage;
  snapshot?: { record: string; aspects: string[]; named?: boolean };
}

const entityShape = once(() => new Ajv2020({ allErrors: true }).compile<EntityFile>(ENTITY_FILE));
const extensionShape = once(() => new Ajv2020({ allErrors: true }).compile<{ name: string; aspects: string[] }>(ENTITY_EXTENSION));

/** Checks the shape of a file, unless the build has. Reports its mistakes; returns undefined if there are any. */
export function readEntityFile({ content, checked }: ModelFile, mistake: Mistake): EntityFile | undefined {
  if (checked) return content as unknown as EntityFile;
  const isEntity = entityShape();
  if (isEntity(content)) return content;
  report(isEntity.errors, mistake);
  return undefined;
}

export function readEntityExtension(content: Record<string, unknown>, mistake: Mistake): { name: string; aspects: string[] } | undefined {
  const isExtension = extensionShape();
  if (isExtension(content)) return content;
  report(isExtension.errors, mistake);
  return undefined;
}

function report(errors: ValidateFunction['errors'], mistake: Mistake): void {
  for (const error of errors ?? [])
    mistake(error.instancePath, `${error.message}${error.params.additionalProperty ? ` (${error.params.additionalProperty})` : ''}`);
}

/** Builds the entity type. Reports names that do not exist. */
export function buildEntityType(
  names: Names,
  file: EntityFile,
  aspects: ReadonlyMap<string, AspectSpec>,
  mistake: Mistake,
): EntityTypeSpec | undefined {
  const find = (name: string, pointer: string): AspectSpec | undefined => {
    const aspect = aspects.get(name);
    if (!aspect) mistake(pointer, `${name} is not an aspect of the model`);
    return aspect;
  };
  const key = find(file.key, '/key');
  const others = file.aspects.map((name, index) => find(name, `/aspects/${index}`)).filter((aspect) => aspect !== undefined);
  if (key?.kind !== 'key') {
    if (key) mistake('/key', `${file.key} is not an aspect of kind key`);
    return undefined;
  }
  for (const [pointer, field] of keyFields(file)) {
    if (!key.urnFields.includes(field.split('.')[0] ?? '')) mistake(pointer, `${field} is not a field of ${file.key}`);
  }
  for (const [index, text] of (file.names ?? []).entries()) {
    const [name = '', field = ''] = text.split('.');
    const properties = [file.key, ...file.aspects].includes(name) ? aspects.get(name)?.schema.properties : undefined;
    if (!isRecord(properties) || !(field in properties)) mistake(`/names/${index}`, `${text} is not a field of an aspect of ${file.name}`);
    if (aspects.get(name)?.closed.some(({ path: [first] }) => !first || ('field' in first && first.field === field)))
      mistake(`/names/${index}`, `${text} is closed (x-closed): a name is shown to everybody`);
  }
  checkPage(file.page ?? {}, [...aspects.values()], mistake);
  if (file.livesIn !== undefined && file.livesIn !== key.urnFields[0]) mistake('/livesIn', `${file.livesIn} is not the first field of ${file.key}`);
  const snapshotAspects = (file.snapshot?.aspects ?? [])
    .map((name, index) => find(name, `/snapshot/aspects/${index}`))
    .filter((aspect) => aspect !== undefined);
  return {
    name: file.name,
    description: file.description,
    graphql: file.graphql,
    key,
    aspects: byName([key, ...others.filter(({ secret }) => !secret)]),
    secrets: byName(others.filter(({ secret }) => secret)),
    searchable: file.searchable ?? false,
    told: [...aspects.values()].flatMap((aspect) => (aspect.tells?.of.includes(file.name) ? [{ ...aspect.tells, aspect }] : [])),
    shared: sharedFlags(others, mistake),
    platform: file.platform,
    takesReferences: file.takesReferences ?? false,
    livesInFirst: file.livesIn !== undefined,
    browse: file.browse,
    names: file.names?.map((text) => text.split('.') as [aspect: string, field: string]),
    page: file.page ?? {},
    snapshot: file.snapshot && { record: recordName(names, file.snapshot.record), aspects: snapshotAspects, named: file.snapshot.named ?? false },
  };
}

function sharedFlags(aspects: readonly AspectSpec[], mistake: Mistake): SharedFlag[] {
  const flags = new Set(aspects.flatMap(({ searchFields }) => searchFields.map(({ has }) => has?.field)));
  const shared = aspects.flatMap((aspect) => aspect.shares.map((flag) => ({ aspect, flag, field: `${flag}Shared` })));
  for (const { name, shares, relationships } of aspects)
    if (shares.length > 0 && relationships.length === 0) mistake('/aspects', `${name} shares flags (shares), but names no entities (x-relationship)`);
  for (const { aspect, flag } of shared) if (!flags.has(flag)) mistake('/aspects', `${aspect.name} shares ${flag}, which is no flag of the type`);
  return shared;
}

function byName(aspects: readonly AspectSpec[]): Map<string, AspectSpec> {
  return new Map(aspects.map((aspect) => [aspect.name, aspect]));
}

/** What the pages list must be in the model: a misspelt name would show an empty list. */
function checkPage({ listed, parts }: TypePage, aspects: readonly AspectSpec[], mistake: Mistake): void {
  const fields = new Set(aspects.flatMap(({ searchFields }) => searchFields.map(({ field }) => field)));
  for (const [index, field] of (listed?.fields ?? []).entries())
    if (!fields.has(field)) mistake(`/page/listed/fields/${index}`, `${field} is not a search field of the model`);
  const relationships = new Set(aspects.flatMap((aspect) => aspect.relationships.map(({ name }) => name)));
  for (const [index, { out = [], in: into = [] }] of (parts?.groups ?? []).entries())
    for (const name of [...out, ...into])
      if (!relationships.has(name)) mistake(`/page/parts/groups/${index}`, `${name} is not a relationship of the model`);
}

function* keyFields(file: EntityFile): Generator<[string, string]> {
  if (file.platform) yield ['/platform', file.platform];
  for (const [, field = ''] of file.browse?.path?.matchAll(/\{([\w.]+)\}/g) ?? []) yield ['/browse/path', field];
  for (const field of file.browse?.split ?? []) yield ['/browse/split', field];
  if (file.browse?.v2?.split) yield ['/browse/v2/split', file.browse.v2.split];
  if (file.browse?.v2?.parent) yield ['/browse/v2/parent', file.browse.v2.parent];
}
