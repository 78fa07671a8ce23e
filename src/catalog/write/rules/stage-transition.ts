/**
 * Stages of a lifecycle: a stage may say which ones it follows (docs/semantics.md 15.7). What has no stage yet enters any.
 */
import { stageOutOfOrder } from '../../../errors.ts';
import type { Value } from '../../../model/json.ts';
import { STATUS } from '../../../model/known-names.ts';
import { isRecord } from '../../../model/path.ts';
import { textIn, textsIn } from '../../../model/pick.ts';
import { canonicalUrn } from '../../../model/urn.ts';
import type { Context } from '../context.ts';
import type { EntityDraft } from '../draft.ts';

const STAGE = 'lifecycleStage';
const STAGE_INFO = 'lifecycleStageTypeInfo';

/** @throws Refusal invalid if the new stage does not follow the one before */
export function checkStage(context: Context, draft: EntityDraft, { json }: Value): void {
  const sent = textIn(json, STAGE);
  const before = textIn(draft.aspects.get(STATUS)?.current?.value.json, STAGE);
  if (sent === undefined || before === undefined) return;
  const [stage, previous] = [canonicalUrn(context.model, sent), canonicalUrn(context.model, before)];
  if (stage === previous) return;
  context.lookUp([stage], [STAGE_INFO]);
  if (context.hides(stage)) return;
  const info = context.seen(stage, STAGE_INFO);
  const allowed = textsIn(isRecord(info) ? info.transitionPolicy : undefined, 'allowedPreviousStages').map((urn) => canonicalUrn(context.model, urn));
  if (allowed.length > 0 && !allowed.includes(previous)) {
    context.lookUp(allowed, []);
    const shown = allowed.filter((urn) => !context.hides(urn));
    throw stageOutOfOrder(draft.urn.text, stage, previous, shown);
  }
}
