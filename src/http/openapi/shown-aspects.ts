/**
 * Which aspects of an entity an answer shows (semantics 13.2, 13.3).
 */
import type { EntityView } from '../../catalog/read.ts';
import { unknownName } from '../../errors.ts';
import type { Model } from '../../model/types.ts';
import type { Context } from '../context.ts';
import { namesParam } from '../query.ts';
import { type ShownEntity, shown } from './envelope.ts';

/**
 * The aspects that a request names (`aspects` or `aspectNames`: repeated, or between commas), in the model's spelling; undefined: all.
 *
 * @throws Refusal unknownName for a name that no entity type has
 */
export function namedAspects(context: Context, model: Model): string[] | undefined {
  const names = [...(namesParam(context, 'aspects') ?? []), ...(namesParam(context, 'aspectNames') ?? [])];
  return names.length === 0 ? undefined : knownAspects(model, names);
}

export function knownAspects(model: Model, names: readonly string[]): string[] {
  return names.map((name) => {
    const lower = name.toLowerCase();
    const known = model.aspects.has(name) ? name : [...model.aspects.keys()].find((each) => each.toLowerCase() === lower);
    if (known === undefined) throw unknownName(`Unknown aspect ${name}`, [{ pointer: '/aspects', expected: 'an aspect of the model', got: name }]);
    return known;
  });
}

/** With named aspects only those, also where the entity has none of them. */
export function shownEntity({ urn, aspects }: EntityView, names: readonly string[] | undefined, withMetadata: boolean): ShownEntity {
  const chosen = names ? aspects.filter(({ aspect }) => names.includes(aspect.name)) : aspects;
  return { urn: urn.text, aspects: chosen.map(({ aspect, state }) => shown(aspect.name, state, withMetadata)) };
}
