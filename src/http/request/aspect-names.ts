/**
 * Names of aspects in requests.
 */
import { unknownAspect } from '../../errors.ts';
import type { Model } from '../../model/types.ts';
import type { Context } from '../types.ts';
import { namesParam } from './query.ts';

/**
 * The aspects that a request names (`aspects` or `aspectNames`: repeated, or between commas), in the model's spelling; undefined: all.
 *
 * @throws Refusal unknownName for a name that no entity type has
 */
export function namedAspects(context: Context, model: Model): string[] | undefined {
  const names = [...(namesParam(context, 'aspects') ?? []), ...(namesParam(context, 'aspectNames') ?? [])];
  return names.length === 0 ? undefined : resolveAspects(model, names);
}

/** These names in the model's spelling, each once. @throws Refusal unknownName */
export function resolveAspects(model: Model, names: readonly string[], pointer = '/aspects'): string[] {
  const known = names.map((name) => {
    const lower = name.toLowerCase();
    const found = model.aspects.has(name) ? name : [...model.aspects.keys()].find((each) => each.toLowerCase() === lower);
    if (found === undefined) throw unknownAspect(name, pointer);
    return found;
  });
  return [...new Set(known)];
}
