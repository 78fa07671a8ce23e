/**
 * Rules of the display settings of a property (docs/semantics.md 14.7).
 */
import { hiddenAndShown, secondBadge } from '../../../errors.ts';
import type { Value } from '../../../model/json.ts';
import { isRecord } from '../../../model/path.ts';
import type { Context } from '../context.ts';
import type { EntityDraft } from '../draft.ts';

const SHOWN = ['showInSearchFilters', 'showInAssetSummary', 'showAsAssetBadge', 'showInColumnsTable'];

/**
 * A hidden property may not be shown anywhere, and only one property may be the badge.
 *
 * @throws Refusal invalid
 */
export function checkSettings(context: Context, draft: EntityDraft, { json }: Value): void {
  if (!isRecord(json)) return;
  const shown = json.isHidden === true ? SHOWN.find((setting) => json[setting] === true) : undefined;
  if (shown !== undefined) {
    throw hiddenAndShown(draft.urn.text, shown);
  }
  const holder = json.showAsAssetBadge === true ? context.badge() : undefined;
  if (holder === undefined || holder === draft.urn.text) return;
  throw secondBadge(draft.urn.text, context.hides(holder) ? undefined : holder);
}
