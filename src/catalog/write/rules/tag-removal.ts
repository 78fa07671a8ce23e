/**
 * Refuses to delete a tag that hides columns: without the tag, nobody would know that they are hidden (docs/access.md 6).
 */
import { sensitiveTag } from '../../../errors.ts';
import { TAG_PROPERTIES, TAG_TYPE } from '../../../model/known-names.ts';
import { isRecord } from '../../../model/path.ts';
import type { AspectSpec } from '../../../model/types.ts';
import type { EntityDraft } from '../draft.ts';

/** @throws Refusal invalid */
export function checkTagRemoval({ urn, aspects }: EntityDraft, { name, kind }: AspectSpec): void {
  if (urn.type.name !== TAG_TYPE || (kind !== 'key' && name !== TAG_PROPERTIES)) return;
  const json = aspects.get(TAG_PROPERTIES)?.current?.value.json;
  if (isRecord(json) && json.isSensitive === true) throw sensitiveTag(urn.text);
}
