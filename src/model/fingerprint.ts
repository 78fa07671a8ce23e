/**
 * Computes a name for a model from its content: different models have different names. Clients cache the registry and the GraphQL schema
 * while the name stays the same (docs/semantics.md 16.5).
 */
import { createHash } from 'node:crypto';
import type { Model } from './types.ts';

/** Twelve hexadecimal digits. */
export function fingerprint({ entityTypes, schemas }: Model): string {
  const types = [...entityTypes.values()].map(({ name, graphql, aspects }) => [name, graphql, ...aspects.keys()]);
  return createHash('sha256')
    .update(JSON.stringify([types, [...schemas]]))
    .digest('hex')
    .slice(0, 12);
}
