/**
 * What follows when an entity ends or begins (docs/semantics.md 12.2). What lives in it, as columns do, goes with it. References to it go too
 * if the model says so (`takesReferences`); the others stay, and have their edges again when the URN comes back. Pure.
 */
import { MOST_RESTORED } from '../../graph/changes.ts';
import type { AspectSpec, Model } from '../../model/types.ts';
import { isProblem, knownUrns, parseUrn } from '../../model/urn.ts';
import { readConditions } from './conditions.ts';
import type { Context } from './context.ts';
import { type EntityDraft, exists } from './draft.ts';
import { MissingReads } from './missing-reads.ts';
import type { Proposal } from './proposal.ts';

/** What the URNs of those begin with that live in an entity. */
export function partPrefixes({ entityTypes, names }: Model, urn: string): string[] {
  return [...entityTypes.values()].filter(({ livesInFirst }) => livesInFirst).map(({ name }) => `${names.urnPrefix}${name}:(${urn},`);
}

/** May a proposal end its entity? */
export function mayEnd({ aspect, changeType }: Pick<Proposal, 'aspect' | 'changeType'>): boolean {
  return aspect.kind === 'key' && (changeType === 'DELETE' || changeType === 'REVERT');
}

/**
 * The writes that follow from the end or the beginning of an entity.
 *
 * @param existed did it exist before the proposal?
 * @throws MissingReads
 */
export function lifeFollowers(context: Context, draft: EntityDraft, existed: boolean): Proposal[] {
  const lives = exists(draft);
  if (existed && !lives) return partsEnded(context, draft);
  return !existed && lives && draft.lived && !draft.dead && !draft.urn.type.takesReferences ? edgesRestored(context, draft) : [];
}

function partsEnded(context: Context, { urn }: EntityDraft): Proposal[] {
  const parts = context.found.parts.get(urn.text) ?? [];
  context.lookUp(parts, 'all');
  const there = knownUrns(context.model, parts).filter((part) => context.names(part.text).size > 0);
  return there.map((part) => ({ ...bare(part, part.type.key), changeType: 'DELETE' }));
}

/** Restates the aspects that name the entity, as an equal write of each would. */
function edgesRestored(context: Context, draft: EntityDraft): Proposal[] {
  const dangling = context.dangling(draft.urn.text);
  const all = [...context.found.dangling.values()].reduce((sum, { length }) => sum + length, 0);
  if (all > MOST_RESTORED) {
    draft.owesEdges = true;
    return [];
  }
  const missing = dangling.filter(({ holder, aspects }) => !isRead(context, holder, aspects));
  if (missing.length > 0) throw new MissingReads({ entities: missing.map(({ holder, aspects }) => ({ urn: holder, aspects })) });
  return dangling.flatMap(({ holder, aspects }) => {
    const urn = parseUrn(context.model, holder);
    if (isProblem(urn)) return [];
    const known = aspects.flatMap((name) => urn.type.aspects.get(name) ?? []).filter(({ name }) => context.names(holder).has(name));
    return known.map((aspect) => ({ ...bare(urn, aspect), changeType: 'RESTATE' as const }));
  });
}

function isRead(context: Context, holder: string, aspects: readonly string[]): boolean {
  context.lookUp([holder], aspects);
  const names = context.names(holder);
  return aspects.every((name) => !names.has(name) || context.seen(holder, name) !== undefined);
}

function bare(urn: Proposal['urn'], aspect: AspectSpec): Omit<Proposal, 'changeType'> {
  return { urn, aspect, value: undefined, patch: undefined, conditions: readConditions({}), meta: {}, follows: true };
}

/** Is something left to do in the background (maintenance/settle.ts)? */
export function mustSettle(draft: EntityDraft): boolean {
  const ended = draft.dead && draft.existed;
  if (draft.urn.type.takesReferences) return ended || (draft.lived && exists(draft));
  return exists(draft) && (ended || draft.owesEdges === true);
}
