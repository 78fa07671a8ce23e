/**
 * Who may change what: each value that a commit would write, and each that it would delete, is judged as the commit finds it.
 */
import type { AspectSpec } from '../../../model/types.ts';
import type { Context } from '../context.ts';
import { type EntityDraft, exists, isNewTo } from '../draft.ts';

/**
 * @param after undefined: the aspect is deleted, and with the key aspect the entity
 * @throws Refusal forbidden
 */
export function checkRights({ unit, follows }: Context, draft: EntityDraft, aspect: AspectSpec, after: unknown): void {
  if (follows) return;
  unit.request.rights?.judge({
    urn: draft.urn.text,
    type: draft.urn.type.name,
    aspect: aspect.name,
    before: draft.aspects.get(aspect.name)?.current?.value.json,
    after,
    creates: !exists(draft) || isNewTo(unit.request, draft),
    erases: after === undefined && aspect.kind === 'key',
  });
}
