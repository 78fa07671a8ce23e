/**
 * The schedule of an ingestion source comes at some time (docs/ingestion.md 4).
 */

import { badSchedule } from '../../../errors.ts';
import type { Value } from '../../../model/json.ts';
import { INGESTION_SOURCE_INFO } from '../../../model/known-names.ts';
import { scheduleIn, wrongIn } from '../../schedule.ts';
import type { Context } from '../context.ts';
import type { EntityDraft } from '../draft.ts';

/** A schedule that is stored already is left alone: its last time may have passed. @throws Refusal invalid */
export function checkSchedule({ now }: Context, draft: EntityDraft, { json }: Value): void {
  const schedule = scheduleIn(json);
  if (!schedule) return;
  const before = scheduleIn(draft.aspects.get(INGESTION_SOURCE_INFO)?.current?.value.json);
  if (before?.interval === schedule.interval && before.timezone === schedule.timezone) return;
  const wrong = wrongIn(schedule, now);
  if (wrong !== undefined) throw badSchedule(draft.urn.text, wrong, schedule[wrong]);
}
