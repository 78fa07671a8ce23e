/**
 * A suggestion: what is stored of it, what it would change, and what it needs. Pure.
 */

import type { Change } from '../../access/index.ts';
import { COMMIT_TIME } from '../../commit-time.ts';
import { badParameter, noDescription, tooMany } from '../../errors.ts';
import type { BulkChanges, BulkOrder } from '../../graph/bulk.ts';
import { EDITABLE_SCHEMA_METADATA } from '../../model/known-names.ts';
import { isRecord } from '../../model/path.ts';
import type { EntityTypeSpec } from '../../model/types.ts';
import type { Urn } from '../../model/urn.ts';
import { hashOf } from '../access/token-info.ts';
import { descriptionField } from '../assets/texts.ts';
import { ASPECTS } from '../bulk/bulk-edits.ts';
import type { Difference } from '../bulk/differences.ts';
import { decisionOf } from '../write/decision.ts';
import { type RawProposal, upsert } from '../write/proposal.ts';

export const SUGGESTION_TYPE = 'suggestion';
export const SUGGESTION_INFO = 'suggestionInfo';

/** The parts of a bulk change that are suggested. Columns have no owners and no domain of their own here. */
export type SuggestedChanges = Pick<BulkChanges, 'description' | 'tags' | 'terms' | 'owners' | 'domain'>;

export interface Suggestion {
  readonly urn: string;
  /** URN of who suggests. */
  readonly user: string;
  /** URN of the entity. */
  readonly resource: string;
  /** The path of a column of it, if that is meant. */
  readonly column?: string | undefined;
  readonly changes: SuggestedChanges;
  /** What they changed when they were suggested, as a hash. */
  readonly basis: string;
  readonly reason?: string | undefined;
  readonly state: 'OPEN' | 'ACCEPTED' | 'DECLINED';
  /** Epoch ms, as are the other times. */
  readonly createdAt: number;
  /** When it is gone, decided or not. */
  readonly expiresAt: number;
  readonly decidedBy?: string | undefined;
  readonly decidedAt?: number | undefined;
  readonly note?: string | undefined;
}

/** What a client suggests. */
export interface Suggested {
  readonly urn: string;
  readonly column?: string | undefined;
  readonly changes: SuggestedChanges;
  readonly reason?: string | undefined;
}

const MOST_URNS = 20;
const MOST_DESCRIPTION = 10_000;
const MOST_CHARACTERS = 1_000;

/** @throws Refusal malformed */
export function refuseLong(pointer: string, text: string | undefined, most = MOST_CHARACTERS): void {
  if ((text?.length ?? 0) > most) throw badParameter(pointer, `at most ${most} characters`, text?.length);
}

/** @throws Refusal malformed for what is too much, or what columns do not have; invalid for a type without a description */
export function refuseUnfit({ type }: Urn, { column, changes, reason }: Suggested): void {
  const { description, tags, terms, owners } = changes;
  refuseLong('/input/reason', reason);
  refuseLong('/input/changes/description/set', description?.set, MOST_DESCRIPTION);
  const named = [tags, terms, owners].flatMap((each) => [...(each?.add ?? []), ...(each?.remove ?? [])]).length;
  if (named > MOST_URNS) throw tooMany('/input/changes', `${MOST_URNS} tags, terms and owners`, named);
  if (column === undefined && description && !descriptionField(type)) throw noDescription(type.name);
  if (column !== undefined && owners) throw badParameter('/input/changes/owners', 'no owners: suggest those of the table');
}

/** The suggestions of the store, from the JSON of their aspects. */
export function suggestionsIn(found: readonly (readonly [urn: string, json: unknown])[]): ReadonlyMap<string, Suggestion> {
  return new Map(
    found.flatMap(([urn, json]) =>
      isRecord(json) ? [[urn, { ...json, urn, changes: JSON.parse(String(json.changes)) } as unknown as Suggestion] as const] : [],
    ),
  );
}

/** What is decided about, in a refusal. */
export const OPEN_SUGGESTION = { aspect: SUGGESTION_INFO, what: 'a suggestion' } as const;

/** The proposal that stores what has been decided about it, at the time of the commit. */
export function decided({ urn, state, decidedBy, note, expiresAt }: Suggestion): RawProposal {
  const said = { state, decidedBy, decidedAt: COMMIT_TIME, expiresAt, ...(note !== undefined && { note }) };
  return { ...decisionOf({ urn, ...OPEN_SUGGESTION }, said), secret: true };
}

/** The proposal that stores it, as it was made at the time of the commit. */
export function stored({ urn, changes, ...info }: Suggestion): RawProposal {
  return { ...upsert(urn, SUGGESTION_INFO, { ...info, createdAt: COMMIT_TIME, changes: JSON.stringify(changes) }), secret: true };
}

/** The changes as a bulk change of one entity, made by somebody. */
export function orderOf({ urn, column, changes }: Pick<Suggestion, 'urn' | 'column' | 'changes'>, by: string): BulkOrder {
  const id = urn.split(':').at(-1) ?? '';
  return { run: `suggestion-${id.slice(0, 16)}`, changes, ...(column !== undefined && { columns: [column] }), createdAt: Date.now(), createdBy: by };
}

/** What can be suggested about entities of a type. */
export function partsOf(type: EntityTypeSpec): string[] {
  const parts = (['tags', 'terms', 'owners', 'domain'] as const).filter((part) => type.aspects.has(ASPECTS[part]));
  return [...(descriptionField(type) ? ['description'] : []), ...parts, ...(type.aspects.has(EDITABLE_SCHEMA_METADATA) ? ['columns'] : [])];
}

/** The smallest changes that rights are asked about. */
export function changesOf({ type, text }: Urn, { column, changes }: Suggestion): Change[] {
  const parts = Object.keys(changes) as (keyof SuggestedChanges)[];
  const about = { urn: text, type: type.name, before: undefined, creates: false, erases: false };
  if (column !== undefined) {
    const said = parts.map((part) => [part === 'description' ? part : ASPECTS[part], part]);
    const after = { editableSchemaFieldInfo: [{ fieldPath: column, ...Object.fromEntries(said) }] };
    return [{ ...about, aspect: EDITABLE_SCHEMA_METADATA, after }];
  }
  return parts.flatMap((part) => {
    const aspect = part === 'description' ? descriptionField(type)?.aspect.name : ASPECTS[part];
    return aspect === undefined ? [] : [{ ...about, aspect, after: {} }];
  });
}

/** What is suggested, without what there is. */
export function askedDifferences({ changes, column }: Suggestion): Difference[] {
  const { description, tags, terms, owners, domain } = changes;
  const of = (part: Difference['part'], before: readonly string[] = [], after: readonly string[] = []): Difference => ({
    ...{ part, ...(column !== undefined && { column }) },
    before: before.map((text) => ({ text })),
    after: after.map((text) => ({ text })),
  });
  const one = (value: string | undefined): string[] => (value === undefined ? [] : [value]);
  return [
    ...(description ? [of('description', [], one(description.set))] : []),
    ...(tags ? [of('tags', tags.remove, tags.add)] : []),
    ...(terms ? [of('terms', terms.remove, terms.add)] : []),
    ...(owners ? [{ ...of('owners', owners.remove), after: (owners.add ?? []).map(({ owner, type }) => ({ text: owner, note: type })) }] : []),
    ...(domain ? [of('domain', [], one(domain.set))] : []),
  ];
}

export function digestOf(value: unknown): string {
  return hashOf(JSON.stringify(value));
}
