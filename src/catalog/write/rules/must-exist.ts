/**
 * URNs of which the entity must exist (`x-urn: {exists: true}` in the model; docs/data-model.md 1.3).
 */
import { missingReference } from '../../../errors.ts';
import type { Value } from '../../../model/json.ts';
import { type Path, valuesAt } from '../../../model/path.ts';
import type { AspectSpec } from '../../../model/types.ts';
import { canonicalUrn } from '../../../model/urn.ts';
import type { Context } from '../context.ts';
import type { EntityDraft } from '../draft.ts';

/** The URNs in a value whose entities must exist. */
export function mustExist(context: Pick<Context, 'model'>, aspect: AspectSpec, value: Value): string[] {
  return aspect.mustExist.flatMap((path) => urnsAt(context, path, value));
}

function urnsAt({ model }: Pick<Context, 'model'>, path: Path, value: Value): string[] {
  return valuesAt(path, value.json).map((urn) => canonicalUrn(model, String(urn)));
}

/** @throws Refusal invalid, naming the URN that does not exist */
export function checkMustExist(context: Context, draft: EntityDraft, aspect: AspectSpec, value: Value): void {
  for (const path of aspect.mustExist) {
    const urns = urnsAt(context, path, value);
    context.lookUp(urns, []);
    const kept = draft.aspects.get(aspect.name)?.current;
    const before = new Set(kept ? urnsAt(context, path, kept.value) : []);
    // What is hidden from the sender stays where it stood before.
    const urn = urns.find((each) => context.names(each).size === 0 || (context.hides(each) && !before.has(each)));
    if (urn === undefined) continue;
    const pointer = path.map((step) => ('field' in step ? `/${step.field}` : '')).join('');
    throw missingReference(aspect.name, draft.urn.text, urn, pointer);
  }
}
