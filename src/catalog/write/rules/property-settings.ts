/**
 * Rules of the display settings of a property (docs/semantics.md 14.7).
 */
import { invalid } from '../../../errors.ts';
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
    throw invalid(
      `Failed to validate structuredPropertySettings: ${draft.urn.text} Cannot have property isHidden = true while other display location settings are also true.`,
      [{ pointer: `/${shown}`, expected: 'false while isHidden is true', got: true }],
    );
  }
  const holder = json.showAsAssetBadge === true ? context.badge() : undefined;
  if (holder === undefined || holder === draft.urn.text) return;
  throw invalid(
    `Failed to validate structuredPropertySettings: ${draft.urn.text} Cannot have more than one property shown as an asset badge; it is ${holder} now.`,
    [{ pointer: '/showAsAssetBadge', expected: `false while ${holder} is the badge`, got: true }],
  );
}
