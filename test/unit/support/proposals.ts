/** Proposals and units in the form that an API passes to the core. */
import { acceptSteps } from '../../../src/catalog/write/accept.ts';
import { brings, type Proposal, type RawProposal, suppliedKey, type Unit } from '../../../src/catalog/write/proposal.ts';
import { valueOf } from '../../../src/model/json.ts';
import { atOnce } from '../../../src/slices.ts';
import { urns } from '../../support/make.ts';
import { model } from './model.ts';

export const ACTOR = urns.user('etl');

/** A proposal as the core takes it. */
export function accepted(raw: RawProposal, of = model): Proposal {
  return atOnce(acceptSteps(of, false, raw)).proposal;
}

/** An accepted proposal, UPSERT unless `more` says otherwise. With PATCH the value is the patch. */
export function propose(urn: string, aspect: string, value?: unknown, more: Partial<RawProposal> = {}): Proposal {
  const raw = { entityUrn: urn, aspectName: aspect, changeType: 'UPSERT', ...(value === undefined ? {} : { value: valueOf(value) }) } as const;
  return accepted({ ...raw, ...more });
}

/** The deletion of a whole entity. */
export function hardDelete(urn: string, more: Partial<RawProposal> = {}): Proposal {
  return accepted({ entityUrn: urn, changeType: 'DELETE', ...more });
}

/** One request: a single unit, or one unit for each proposal. */
export function unitsOf(proposals: readonly Proposal[], together = false): Unit[] {
  const supplied = new Map(proposals.flatMap((each, at) => (brings(each) ? [[suppliedKey(each.urn.text, each.aspect.name), at] as const] : [])));
  const base = { request: { supplied, born: new Set<string>() }, actor: ACTOR };
  return together ? [{ ...base, at: 0, proposals }] : proposals.map((each, at) => ({ ...base, at, proposals: [each] }));
}

/** A proposal in words, as failing properties print it: entity, aspect (absent: the deletion of the entity), value, and the rest. */
export type Said = readonly [urn: string, aspect?: string, value?: unknown, more?: Partial<RawProposal>];

export function proposalOf([urn, aspect, value, more]: Said): Proposal {
  return aspect === undefined ? hardDelete(urn) : propose(urn, aspect, value, more);
}

/** A request in words. */
export interface SaidRequest {
  readonly together: boolean;
  readonly list: readonly Said[];
}

export function requestOf({ together, list }: SaidRequest): Unit[] {
  return unitsOf(list.map(proposalOf), together);
}
