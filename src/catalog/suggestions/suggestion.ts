/**
 * A suggestion: what is stored of it, what it would change, and what it needs. Pure.
 */
import type { AspectChange } from '../../access/index.ts';
import { COMMIT_TIME } from '../../commit-time.ts';
import { badParameter, noDescription, tooMany } from '../../errors.ts';
import type { BulkChanges, BulkOrder } from '../../graph/bulk.ts';
import { EDITABLE_SCHEMA_METADATA } from '../../model/known-names.ts';
import { isLinkPart } from '../../model/parts.ts';
import { isRecord } from '../../model/path.ts';
import type { EntityTypeSpec, Model, Part } from '../../model/types.ts';
import type { Urn } from '../../model/urn.ts';
import { hashOf } from '../access/token-info.ts';
import { descriptionField } from '../assets/texts.ts';
import type { Difference } from '../bulk/differences.ts';
import { linkChangeOf } from '../parts/edit-links.ts';
import { decisionOf } from '../write/decision.ts';
import { type RawProposal, upsert } from '../write/proposal.ts';

export const SUGGESTION_TYPE = 'suggestion';
export const SUGGESTION_INFO = 'suggestionInfo';

/** Changes of the description, and of the parts that the model lets people suggest. Of columns only what their table has of them. */
export type SuggestedChanges = BulkChanges;

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
export interface SuggestionRequest {
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
export function refuseUnfit(model: Model, { type }: Urn, { column, changes, reason }: SuggestionRequest): void {
  const { description } = changes;
  refuseLong('/input/reason', reason);
  refuseLong('/input/changes/description/set', description?.set, MOST_DESCRIPTION);
  const parts = partsIn(model, changes);
  const lists = parts.filter(({ shape }) => shape !== 'link').map((part) => goesAndComes(part, changes));
  const named = lists.flatMap(({ goes, comes }) => [...goes, ...comes]).length;
  if (named > MOST_URNS) throw tooMany('/input/changes', `${MOST_URNS} URNs: tags, terms, owners and others`, named);
  if (column === undefined && description && !descriptionField(type)) throw noDescription(type.name);
  // Of a part that columns have not at all, the check of the changes says so.
  const own = column === undefined ? undefined : parts.find(({ columns }) => columns === 'own');
  if (own) throw badParameter(`/input/changes/${own.name}`, `no ${own.plural}: suggest those of the table`);
}

/** The parts of the model that changes are about. */
function partsIn({ parts }: Pick<Model, 'parts'>, changes: SuggestedChanges): Part[] {
  return parts.filter(({ name, suggested }) => suggested && changes[name] !== undefined);
}

/** Does the model have each part that it changes? */
export function isOfModel(model: Model, { changes }: Pick<Suggestion, 'changes'>): boolean {
  const names = new Set(['description', ...partsIn(model, changes).map(({ name }) => name)]);
  return Object.keys(changes).every((name) => names.has(name));
}

/** What changes take from a part, and what they bring. */
function goesAndComes(part: Part, changes: SuggestedChanges): { goes: readonly string[]; comes: readonly string[] } {
  const { owners } = changes;
  if (part.shape === 'owners') return { goes: owners?.remove ?? [], comes: owners?.add?.map(({ owner }) => owner) ?? [] };
  const { add = [], remove = [], set } = (isLinkPart(part) && linkChangeOf(changes, part)) || {};
  return { goes: remove, comes: set === undefined ? add : [set] };
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
export function partsOf({ parts }: Pick<Model, 'parts'>, type: EntityTypeSpec): string[] {
  const names = parts.filter(({ suggested, aspect }) => suggested && type.aspects.has(aspect)).map(({ name }) => name);
  return [...(descriptionField(type) ? ['description'] : []), ...names, ...(type.aspects.has(EDITABLE_SCHEMA_METADATA) ? ['columns'] : [])];
}

/** The smallest changes that rights are asked about. */
export function changesOf(model: Model, { type, text }: Urn, { column, changes }: Suggestion): AspectChange[] {
  const parts = partsIn(model, changes);
  const about = { urn: text, type: type.name, before: undefined, creates: false, erases: false };
  if (column !== undefined) {
    const said = [...parts.map(({ aspect, name }) => [aspect, name]), ...(changes.description ? [['description', 'description']] : [])];
    const after = { editableSchemaFieldInfo: [{ fieldPath: column, ...Object.fromEntries(said) }] };
    return [{ ...about, aspect: EDITABLE_SCHEMA_METADATA, after }];
  }
  const described = changes.description && descriptionField(type)?.aspect.name;
  return [...(described === undefined ? [] : [described]), ...parts.map(({ aspect }) => aspect)].map((aspect) => ({ ...about, aspect, after: {} }));
}

/** What is suggested, without what there is. */
export function askedDifferences(model: Model, { changes, column }: Suggestion): Difference[] {
  const { description, owners } = changes;
  const of = (part: string, before: readonly string[], after: Difference['after']): Difference => ({
    ...{ part, ...(column !== undefined && { column }) },
    before: before.map((text) => ({ text })),
    after,
  });
  return [
    ...(description ? [of('description', [], description.set === undefined ? [] : [{ text: description.set }])] : []),
    ...partsIn(model, changes).map((part) => {
      const { goes, comes } = goesAndComes(part, changes);
      const notes = part.shape === 'owners' ? (owners?.add ?? []).map(({ type }) => type) : [];
      return of(
        part.name,
        goes,
        comes.map((text, at) => ({ text, ...(notes[at] !== undefined && { note: notes[at] }) })),
      );
    }),
  ];
}

export function digestOf(value: unknown): string {
  return hashOf(JSON.stringify(value));
}
