/**
 * Versions of a version set, and which of two is the newer one (docs/semantics.md 3.4).
 */
import { STATUS, VERSION_PROPERTIES } from '../../model/known-names.ts';
import { isRecord } from '../../model/path.ts';
import type { Model } from '../../model/types.ts';
import { canonicalUrn } from '../../model/urn.ts';
import type { EntityDraft } from './draft.ts';
import { MissingReads } from './missing-reads.ts';

export interface SetVersion {
  readonly urn: string;
  /** The URN of its set. */
  readonly set: string;
  /** Its `versionProperties`. */
  readonly json: Readonly<Record<string, unknown>>;
  /** Is it soft-deleted? */
  readonly removed: boolean;
}

export function versionFrom(model: Model, urn: string, json: SetVersion['json'], removed: boolean): SetVersion {
  return { urn, set: canonicalUrn(model, String(json.versionSet)), json, removed };
}

/**
 * The draft as a version.
 *
 * @throws MissingReads if it has aspects that say so and that the commit has not read
 */
export function versionIn(model: Model, draft: EntityDraft | undefined): SetVersion | undefined {
  if (!draft?.names.has(VERSION_PROPERTIES)) return undefined;
  const unread = [VERSION_PROPERTIES, STATUS].filter((name) => draft.names.has(name) && !draft.aspects.has(name));
  if (unread.length > 0) throw new MissingReads({ entities: [{ urn: draft.urn.text, aspects: unread }] });
  const json = draft.aspects.get(VERSION_PROPERTIES)?.current?.value.json;
  return isRecord(json) ? versionFrom(model, draft.urn.text, json, isRemoved(draft)) : undefined;
}

export function isRemoved(draft: EntityDraft): boolean {
  const status = draft.aspects.get(STATUS)?.current?.value.json;
  return isRecord(status) && status.removed === true;
}

/** Soft-deleted versions come last. Among the others, the greater sort id is newer. */
export function isNewer(one: SetVersion, other: SetVersion): boolean {
  return one.removed === other.removed ? String(one.json.sortId) > String(other.json.sortId) : other.removed;
}

/** The newest first. */
export function byAge(one: SetVersion, other: SetVersion): number {
  if (isNewer(one, other)) return -1;
  return isNewer(other, one) ? 1 : 0;
}
