/**
 * The model as data: `GET /openapi/v1/registry/models/{entity,aspect}/specifications[/{name}]` (docs/semantics.md 18.5).
 */
import type { Catalog } from '../../catalog/index.ts';
import { aspectNotFound, entityTypeNotFound } from '../../errors.ts';
import type { AspectSpec, EntityTypeSpec } from '../../model/types.ts';
import { entityTypeNamed } from '../../model/urn.ts';
import { pageParams } from '../request/page.ts';
import type { Context } from '../types.ts';

const MOST = 1000;

export async function entitySpecifications(context: Context, { model }: Catalog): Promise<void> {
  page(context, [...model.entityTypes.values()].map(entitySpecification));
}

export async function entitySpecificationNamed(context: Context, { model }: Catalog, name: string): Promise<void> {
  const type = entityTypeNamed(model, name);
  if (!type) throw entityTypeNotFound(name);
  context.body = entitySpecification(type);
}

export async function aspectSpecifications(context: Context, { model }: Catalog): Promise<void> {
  page(context, [...model.aspects.values()].map(aspectSpecification));
}

export async function aspectSpecificationNamed(context: Context, { model }: Catalog, name: string): Promise<void> {
  const aspect = [...model.aspects.values()].find((each) => each.name.toLowerCase() === name.toLowerCase());
  if (!aspect) throw aspectNotFound(name);
  context.body = aspectSpecification(aspect);
}

function entitySpecification({ name, description, key, aspects }: EntityTypeSpec) {
  return {
    name,
    description,
    keyAspectName: key.name,
    keyAspectSpec: aspectSpecification(key),
    aspectSpecs: [...aspects.values()].map(aspectSpecification),
  };
}

function aspectSpecification({ name, kind, record, description, relationships, searchFields }: AspectSpec) {
  return {
    aspectAnnotation: { name, type: kind === 'timeseries' ? 'timeseries' : 'versioned', schemaVersion: 1 },
    record,
    description,
    relationships: [...new Set(relationships.map((each) => each.name))],
    searchFields: searchFields.map((each) => ({ field: each.field, type: each.type })),
  };
}

function page(context: Context, all: readonly unknown[]): void {
  const { start, count } = pageParams(context, 20, MOST);
  const elements = all.slice(start, start + count);
  context.body = { start, count: elements.length, total: all.length, elements };
}
