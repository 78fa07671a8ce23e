/**
 * Names in a request that the model does not have, where the rest of the request is answered all the same: they are told, since an
 * answer without them looks like one in which there is nothing.
 */
import type { Model } from '../../model/types.ts';
import type { Context } from '../types.ts';
import { warn } from './warn.ts';

/** What is wrong with names of relationships; `undefined`: nothing. */
export function unknownRelationships({ relationshipNames }: Model, types: readonly string[]): string | undefined {
  const unknown = types.filter((type) => !relationshipNames.includes(type));
  return unknown.length === 0 ? undefined : `Unknown relationships match nothing: ${unknown.join(', ')}`;
}

export function warnOfRelationships(context: Context, model: Model, types: readonly string[]): void {
  const sentence = unknownRelationships(model, types);
  if (sentence !== undefined) warn(context, model.names, sentence);
}

/** Aspects are named without regard to case. */
export function warnOfAspects(context: Context, model: Model, names: readonly string[]): void {
  const known = new Set([...model.aspects.keys()].map((name) => name.toLowerCase()));
  const unknown = names.filter((name) => !known.has(name.toLowerCase()));
  if (unknown.length > 0) warn(context, model.names, `Unknown aspects hold nothing: ${unknown.join(', ')}`);
}
