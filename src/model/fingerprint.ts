/**
 * Names a model by its content: another model, another name. Clients keep what they have read of the registry and of the GraphQL schema
 * for as long as it stays the same (docs/semantics.md 16.5).
 */
import { createHash } from 'node:crypto';
import type { Model } from './types.ts';

/** Twelve hex digits. */
export function fingerprint({ entityTypes, schemas }: Model): string {
  const types = [...entityTypes.values()].map(({ name, graphql, aspects }) => [name, graphql, ...aspects.keys()]);
  return createHash('sha256')
    .update(JSON.stringify([types, [...schemas]]))
    .digest('hex')
    .slice(0, 12);
}
