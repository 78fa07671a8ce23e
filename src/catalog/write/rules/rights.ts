/**
 * Judges who may change what: each value that a commit would write or delete, as the commit finds it.
 */

import type { AspectChange } from '../../../access/index.ts';
import { DOMAIN_PROPERTIES, DOMAINS } from '../../../model/known-names.ts';
import { isRecord } from '../../../model/path.ts';
import type { AspectSpec } from '../../../model/types.ts';
import { hasPart, touches } from '../../access/without-parts.ts';
import type { AspectState } from '../../state.ts';
import type { Context } from '../context.ts';
import { type EntityDraft, exists, isNewTo } from '../draft.ts';
import { brings, type Conditions, type Proposal, type Unit } from '../proposal.ts';

/**
 * Conditions, patches and what is there already would tell of an entity, and so would the refusal of one that is not there.
 *
 * @throws Refusal forbidden for one that the sender does not see, or that does not exist and that the sender may not make
 */
export function checkSeen({ unit, follows }: Context, draft: EntityDraft, proposal: Proposal): void {
  if (follows || isNewTo(unit.request, draft)) return;
  const { aspect, value } = proposal;
  const after = brings(proposal) ? (value?.json ?? {}) : undefined;
  unit.request.rights?.judgeUnseen({ ...changeOf(unit, draft, aspect, after, true), before: undefined }, exists(draft));
}

/**
 * A patch could test or copy what is closed to the sender, and a value would drop it, or be told to be the same. What Cairn merges keeps it.
 *
 * @throws Refusal forbidden, before anything is told of the value
 */
export function checkOpen(
  { unit, follows }: Context,
  draft: EntityDraft,
  { aspect, value, patch }: Proposal,
  current: AspectState | undefined,
): void {
  const { rights } = unit.request;
  if (follows || !rights || !current || isNewTo(unit.request, draft)) return;
  for (const part of aspect.closed) {
    const isAbout = patch ? touches(patch, part) : value !== undefined && [current.value.json, value.json].some((json) => hasPart(json, part));
    if (isAbout) rights.require(`change what is closed of ${aspect.name} of ${draft.urn.text}`, part.to, draft.urn.text);
  }
}

/**
 * @param after undefined: the aspect is deleted, and with the key aspect the entity
 * @throws Refusal forbidden
 */
export function checkRights({ unit, follows }: Context, draft: EntityDraft, aspect: AspectSpec, after: unknown): void {
  if (follows) return;
  const { rights } = unit.request;
  if (!rights) return;
  rights.judge(changeOf(unit, draft, aspect, after, !exists(draft) || isNewTo(unit.request, draft)));
}

function changeOf(unit: Unit, draft: EntityDraft, aspect: AspectSpec, after: unknown, creates: boolean): AspectChange {
  return {
    urn: draft.urn.text,
    type: draft.urn.type.name,
    aspect: aspect.name,
    before: draft.aspects.get(aspect.name)?.current?.value.json,
    after,
    creates,
    erases: after === undefined && aspect.kind === 'key',
    domains: creates ? domainsOf(unit, draft) : undefined,
  };
}

/**
 * The domains in which a new entity will be when the request is written: those that it sends for it, or has already written. A patch, or what may be
 * left out because of a condition, is not known before.
 */
function domainsOf({ proposals }: Unit, draft: EntityDraft): readonly string[] | undefined {
  const name = draft.urn.type.name === 'domain' ? DOMAIN_PROPERTIES : DOMAINS;
  const sent = proposals.filter(({ urn, aspect }) => urn.text === draft.urn.text && aspect.name === name);
  if (sent.some(({ value, conditions }) => value === undefined || isConditional(conditions))) return undefined;
  const json = sent.length > 0 ? sent.at(-1)?.value?.json : draft.aspects.get(name)?.current?.value.json;
  if (!isRecord(json)) return undefined;
  const said = name === DOMAINS ? json.domains : [json.parentDomain];
  return Array.isArray(said) ? said.filter((each) => typeof each === 'string') : undefined;
}

function isConditional({ version, match, noMatch, modifiedSince, unmodifiedSince }: Conditions): boolean {
  return [version, match, noMatch, modifiedSince, unmodifiedSince].some((each) => each !== undefined);
}
