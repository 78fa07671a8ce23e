/**
 * Which entities are siblings because their lineage says so (docs/semantics.md 8.7): a dbt model and the table that it makes, a dbt source and
 * the table that it reads. Pure.
 */
import { valueOf } from '../../model/json.ts';
import { PLATFORM_TYPE, SIBLINGS, SUB_TYPES, UPSTREAM_LINEAGE } from '../../model/known-names.ts';
import { isRecord } from '../../model/path.ts';
import { recordsIn, textIn, textsIn } from '../../model/pick.ts';
import type { Model } from '../../model/types.ts';
import { canonicalUrn, knownUrns, type Urn } from '../../model/urn.ts';
import type { AspectState } from '../state.ts';
import { aspectTag } from '../write/conditions.ts';
import { platformOf } from '../write/defaults.ts';
import type { RawProposal } from '../write/proposal.ts';

/** The aspects that decide about siblings. */
export const LINKING_ASPECTS = [UPSTREAM_LINEAGE, SUB_TYPES, SIBLINGS] as const;

/** In the system metadata of siblings: Cairn wrote them. */
const MARK = 'linkedBy';
const BY_LINEAGE = 'lineage';
/** What clients call a dbt source. */
const SOURCE = 'source';

/** What is known of an entity that may be a sibling. */
export interface LinkedEntity {
  readonly urn: Urn;
  /** Does it exist, and is it not soft-deleted? */
  readonly there: boolean;
  /** Does it exist, soft-deleted or not? */
  readonly exists: boolean;
  readonly state: (aspect: (typeof LINKING_ASPECTS)[number]) => AspectState | undefined;
}

/** Can an entity of this type have siblings? */
export function mayHaveSiblings({ type }: Urn): boolean {
  return type.aspects.has(SIBLINGS);
}

/** What the URNs of dbt's entities of a type begin with. */
export function dbtPrefix({ names: { urnPrefix } }: Model, type: string): string {
  return `${urnPrefix}${type}:(${urnPrefix}${PLATFORM_TYPE}:dbt,`;
}

function isDbt(model: Model, urn: Urn): boolean {
  return platformOf(model, urn) === `${model.names.urnPrefix}${PLATFORM_TYPE}:dbt`;
}

/** URNs of the siblings that an entity names. */
export function siblingsNamed(model: Model, { state }: Pick<LinkedEntity, 'state'>): string[] {
  return textsIn(state(SIBLINGS)?.value.json, 'siblings').map((text) => canonicalUrn(model, text));
}

/** Did a client write the siblings of an entity, or confirm them? Then Cairn leaves them as they are. */
export function areOfClient({ state }: Pick<LinkedEntity, 'state'>): boolean {
  const siblings = state(SIBLINGS);
  if (!siblings) return false;
  const { at, meta } = siblings;
  return meta.properties?.[MARK] !== BY_LINEAGE || (meta.lastObserved ?? 0) > at;
}

/** The sibling that the lineage of an entity names: there is at most one. */
export function partnerOf(model: Model, { urn, there, state }: LinkedEntity): string | undefined {
  if (!there) return undefined;
  const upstreams = recordsIn(state(UPSTREAM_LINEAGE)?.value.json, 'upstreams').flatMap((each) => textIn(each, 'dataset') ?? []);
  const all = knownUrns(model, upstreams);
  const [ofDbt, others] = [all.filter((each) => isDbt(model, each)), all.filter((each) => !isDbt(model, each))];
  // A table may also come from other tables; of two models nobody knows which one makes it.
  if (!isDbt(model, urn)) return ofDbt.length === 1 ? ofDbt[0]?.text : undefined;
  const [table] = others;
  if (!table || others.length > 1) return undefined;
  // A model that reads one table is not that table; a source is.
  return (isSource(state(SUB_TYPES)) && ofDbt.length === 0) || sameName(urn, table) ? table.text : undefined;
}

function isSource(subTypes: AspectState | undefined): boolean {
  return textsIn(subTypes?.value.json, 'typeNames').some((name) => name.toLowerCase() === SOURCE);
}

/** One may begin with the platform instance. */
function sameName({ parts: one }: Urn, { parts: other }: Urn): boolean {
  const [short = '', long = ''] = [one[1] ?? '', other[1] ?? ''].map((name) => name.toLowerCase()).sort((a, b) => a.length - b.length);
  return short !== '' && (short === long || long.endsWith(`.${short}`));
}

/**
 * The write that gives an entity the siblings that it should have; undefined if it has them, or if a client wrote them.
 *
 * @param others all entities that may be its siblings
 */
export function linkDue(model: Model, own: LinkedEntity, others: readonly LinkedEntity[]): RawProposal | undefined {
  if (!own.exists || areOfClient(own)) return undefined;
  const present = own.state(SIBLINGS);
  const value = siblingsOf(model, own, others);
  const headers: Record<string, string> = present ? { 'If-Match': aspectTag(present) } : { 'If-Version-Match': '-1' };
  const write = { entityUrn: own.urn.text, aspectName: SIBLINGS, headers, follows: true } as const;
  if (!value) return present && { ...write, changeType: 'DELETE' };
  if (isPrimary(own) === value.primary && String(siblingsNamed(model, own)) === String(value.siblings)) return undefined;
  return { ...write, changeType: 'UPSERT', value: valueOf(value), systemMetadata: { properties: { [MARK]: BY_LINEAGE } } };
}

function siblingsOf(model: Model, own: LinkedEntity, others: readonly LinkedEntity[]): { siblings: string[]; primary: boolean } | undefined {
  if (!own.there) return undefined;
  const mine = partnerOf(model, own);
  const names = (other: LinkedEntity): boolean => siblingsNamed(model, other).includes(own.urn.text);
  const linked = others.filter((other) => {
    if (!other.there || other.urn.text === own.urn.text) return false;
    // What a client says of the other one counts more than lineage.
    if (areOfClient(other)) return names(other);
    return mine === other.urn.text || partnerOf(model, other) === own.urn.text;
  });
  if (linked.length === 0) return undefined;
  const stated = linked.find(areOfClient);
  return { siblings: [...new Set(linked.map(({ urn }) => urn.text))].sort(), primary: stated ? !isPrimary(stated) : isDbt(model, own.urn) };
}

function isPrimary({ state }: LinkedEntity): boolean {
  const json = state(SIBLINGS)?.value.json;
  return isRecord(json) && json.primary === true;
}
