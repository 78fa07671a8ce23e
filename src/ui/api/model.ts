/**
 * What the loaded model says about an entity type.
 */
import { request } from './client.ts';

interface AspectSpec {
  readonly aspectAnnotation: { readonly name: string; readonly type: string };
  readonly description?: string;
}

interface EntitySpec {
  readonly aspectSpecs: readonly AspectSpec[];
}

const asked = new Map<string, Promise<EntitySpec>>();

function entitySpec(type: string): Promise<EntitySpec> {
  const known = asked.get(type);
  if (known) return known;
  const spec = request<EntitySpec>(`openapi/v1/registry/models/entity/specifications/${encodeURIComponent(type)}`);
  asked.set(type, spec);
  spec.catch(() => asked.delete(type));
  return spec;
}

export interface SeriesAspect {
  readonly name: string;
  readonly description: string;
}

/** The timeseries aspects that entities of a type may have. */
export async function seriesAspects(type: string): Promise<SeriesAspect[]> {
  const { aspectSpecs } = await entitySpec(type);
  return aspectSpecs
    .filter(({ aspectAnnotation }) => aspectAnnotation.type === 'timeseries')
    .map(({ aspectAnnotation, description = '' }) => ({ name: aspectAnnotation.name, description }));
}
