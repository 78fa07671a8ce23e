/**
 * Warns of names that the model does not have, in requests that are answered without them. Otherwise the answer would look as if there were
 * nothing.
 */
import type { Model } from '../../model/types.ts';
import type { Context } from '../types.ts';
import { warn } from './warn.ts';

/** A warning about unknown names of relationships; `undefined` if all are known. */
export function unknownRelationships({ relationshipNames }: Model, types: readonly string[]): string | undefined {
  const unknown = types.filter((type) => !relationshipNames.includes(type));
  return unknown.length === 0 ? undefined : `Unknown relationships match nothing: ${unknown.join(', ')}`;
}

export function warnOfRelationships(context: Context, model: Model, types: readonly string[]): void {
  const sentence = unknownRelationships(model, types);
  if (sentence !== undefined) warn(context, model.names, sentence);
}

/** Warns of unknown aspects. Case does not matter. */
export function warnOfAspects(context: Context, model: Model, names: readonly string[]): void {
  if (names.length === 0) return;
  const known = new Set([...model.aspects.keys()].map((name) => name.toLowerCase()));
  const unknown = names.filter((name) => !known.has(name.toLowerCase()));
  if (unknown.length > 0) warn(context, model.names, `Unknown aspects hold nothing: ${unknown.join(', ')}`);
}
