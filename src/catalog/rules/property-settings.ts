/**
 * Rules of the display settings of a property (semantics 14.7).
 */
import { invalid } from '../../errors.ts';
import { isRecord } from '../../model/path.ts';
import type { EntityDraft } from '../draft.ts';
import type { Value } from '../json.ts';

const SHOWN = ['showInSearchFilters', 'showInAssetSummary', 'showAsAssetBadge', 'showInColumnsTable'];

/** @throws Refusal invalid */
export function checkSettings(draft: EntityDraft, { json }: Value): void {
  if (!isRecord(json) || json.isHidden !== true) return;
  const shown = SHOWN.find((setting) => json[setting] === true);
  if (shown === undefined) return;
  throw invalid(
    `Failed to validate structuredPropertySettings: ${draft.urn.text} Cannot have property isHidden = true while other display location settings are also true.`,
    [{ pointer: `/${shown}`, expected: 'false while isHidden is true', got: true }],
  );
}
