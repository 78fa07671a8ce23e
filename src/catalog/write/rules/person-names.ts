/**
 * The names of people are what others see of them: a new user has none with characters that nobody sees, and nobody chooses one (docs/access.md 7).
 */
import { badPersonName } from '../../../errors.ts';
import type { Value } from '../../../model/json.ts';
import { isRecord } from '../../../model/path.ts';
import { shownNameProblem, userNameProblem } from '../../../model/person-names.ts';
import type { AspectSpec } from '../../../model/types.ts';
import type { Context } from '../context.ts';
import { type EntityDraft, exists } from '../draft.ts';

/** The aspect with the names that people choose for themselves. Connectors write the other aspect; policies judge them. */
const CHOSEN = 'corpUserEditableInfo';
const TOLD = 'corpUserInfo';
const FIELDS = ['displayName', 'fullName', 'firstName', 'lastName', 'title'];

/** @throws Refusal invalid */
export function checkPersonNames({ unit, follows }: Context, draft: EntityDraft, { name: aspect }: AspectSpec, { json }: Value): void {
  const { urn, aspects } = draft;
  if (follows || urn.type.name !== 'corpuser') return;
  const problem = exists(draft) ? undefined : userNameProblem(urn.parts[0] ?? '');
  if (problem !== undefined) throw badPersonName(urn.text, '/entityUrn', problem);
  if (aspect !== CHOSEN && !(aspect === TOLD && unit.request.rights)) return;
  const before = aspects.get(aspect)?.current?.value.json;
  for (const field of FIELDS) {
    const chosen = isRecord(json) ? json[field] : undefined;
    // What was there before the rule stays until somebody changes it.
    if (typeof chosen !== 'string' || (isRecord(before) && before[field] === chosen)) continue;
    const wrong = shownNameProblem(chosen);
    if (wrong !== undefined) throw badPersonName(urn.text, `/${field}`, wrong);
  }
}
