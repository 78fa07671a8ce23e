/**
 * Reads which aspects the entities of a type may have.
 */
import { type Answer, request } from './client.ts';

type EntitySpec = Answer<'/openapi/v1/registry/models/entity/specifications/{entityType}'>;

const PATH = 'openapi/v1/registry/models/entity/specifications';
const read = new Map<string, Promise<EntitySpec>>();

function entitySpec(type: string): Promise<EntitySpec> {
  const known = read.get(type) ?? request<EntitySpec>(`${PATH}/${encodeURIComponent(type)}`);
  read.set(type, known);
  known.catch(() => read.delete(type));
  return known;
}

function namesIn({ aspectSpecs }: EntitySpec): string[] {
  return aspectSpecs.map(({ aspectAnnotation: { name } }) => name);
}

/** The timeseries aspects that entities of a type may have. */
export async function seriesAspects(type: string): Promise<{ name: string; description: string }[]> {
  return (await entitySpec(type)).aspectSpecs
    .filter(({ aspectAnnotation }) => aspectAnnotation.type === 'timeseries')
    .map(({ aspectAnnotation: { name }, description = '' }) => ({ name, description }));
}

/** All entity types of the model and their aspects. Properties can be set on some of them. */
export async function entityTypeNames(signal?: AbortSignal): Promise<{ name: string; aspects: readonly string[] }[]> {
  const { elements } = await request<Answer<'/openapi/v1/registry/models/entity/specifications'>>(PATH, { query: { count: 1000 }, signal });
  return elements.map((spec) => ({ name: spec.name, aspects: namesIn(spec) }));
}
