/**
 * Reads which aspects the entities of a type may have.
 */
import { request } from './client.ts';

const read = new Map<string, Promise<readonly string[]>>();

/** Names of the aspects of an entity type. */
export function aspectNamesOf(type: string): Promise<readonly string[]> {
  const known = read.get(type) ?? ask(type);
  read.set(type, known);
  known.catch(() => read.delete(type));
  return known;
}

async function ask(type: string): Promise<readonly string[]> {
  const { aspectSpecs } = await request<{ aspectSpecs: { aspectAnnotation: { name: string } }[] }>(
    `openapi/v1/registry/models/entity/specifications/${encodeURIComponent(type)}`,
  );
  return aspectSpecs.map(({ aspectAnnotation: { name } }) => name);
}

/** Names of all entity types of the model. Properties can be set on some of them. */
export async function entityTypeNames(signal?: AbortSignal): Promise<{ name: string; aspects: readonly string[] }[]> {
  const { elements } = await request<{ elements: { name: string; aspectSpecs: { aspectAnnotation: { name: string } }[] }[] }>(
    'openapi/v1/registry/models/entity/specifications',
    { query: { count: 1000 }, signal },
  );
  return elements.map(({ name, aspectSpecs }) => ({ name, aspects: aspectSpecs.map(({ aspectAnnotation }) => aspectAnnotation.name) }));
}
