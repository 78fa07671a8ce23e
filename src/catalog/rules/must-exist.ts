/**
 * URNs of which the entity must exist (`x-urn: {exists: true}` in the model; model.md, `!`).
 */
import { invalid } from '../../errors.ts';
import { valuesAt } from '../../model/path.ts';
import type { AspectSpec } from '../../model/types.ts';
import { canonicalUrn } from '../../model/urn.ts';
import type { Context } from '../apply.ts';
import type { EntityDraft } from '../draft.ts';
import type { Value } from '../json.ts';

/** The URNs that a value needs to exist. */
export function mustExist(context: Pick<Context, 'model'>, aspect: AspectSpec, value: Value): string[] {
  return aspect.mustExist.flatMap((path) => valuesAt(path, value.json).map((urn) => canonicalUrn(context.model, String(urn))));
}

/** @throws Refusal invalid, naming the URN that does not exist */
export function checkMustExist(context: Context, draft: EntityDraft, aspect: AspectSpec, value: Value): void {
  for (const urn of mustExist(context, aspect, value)) {
    if (context.names(urn).size > 0) continue;
    throw invalid(`Failed to validate ${aspect.name}: ${draft.urn.text} names ${urn}, and that URN does not exist`, [
      { pointer: '/', expected: 'the URN of an entity that exists', got: urn },
    ]);
  }
}
