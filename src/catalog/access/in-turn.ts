/**
 * Runs changes of rights one after the other, on all servers. Otherwise two administrators could end each other's rights at once, both judged
 * by the state before, and leave no administrator.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { writeContention } from '../../errors.ts';
import type { Graph } from '../../graph/driver.ts';
import { endLease, takeLeases } from '../../graph/leases.ts';
import type { RawProposal } from '../write/proposal.ts';

const NAME = 'rights';
/** Longer than a request may take. */
const LEASE_MS = 60_000;
const STEP_MS = 25;
const PATIENCE_MS = 10_000;

const ABOUT_RIGHTS = /^urn:\w+:(corpuser|corpGroup|dataHubPolicy|dataHubRole):/i;
const TYPES = /^(corpuser|corpGroup|dataHubPolicy|dataHubRole)$/i;
/** Aspects that users write about themselves. No rights depend on them. */
const PROFILE = new Set(['corpUserEditableInfo', 'corpUserSettings', 'corpUserFollowing', 'corpGroupEditableInfo']);

/** May one of these change what somebody may do? */
export function areAboutRights(proposals: readonly Pick<RawProposal, 'entityUrn' | 'entityType' | 'aspectName'>[]): boolean {
  return proposals.some(
    ({ entityUrn, entityType, aspectName = '' }) =>
      !PROFILE.has(aspectName) && (entityUrn === undefined ? TYPES.test(entityType ?? '') : ABOUT_RIGHTS.test(entityUrn)),
  );
}

/**
 * Reads rights and changes them while nobody else does.
 *
 * @throws Refusal unavailable if others keep changing rights
 */
export async function inTurn<Result>(graph: Graph, work: () => Promise<Result>): Promise<Result> {
  const owner = randomUUID();
  const until = Date.now() + PATIENCE_MS;
  while (!(await takeLeases(graph, [{ name: NAME }], { owner, ms: LEASE_MS, recentMs: 0 })).taken.has(NAME)) {
    if (Date.now() > until) throw writeContention(undefined);
    await pause(STEP_MS);
  }
  try {
    return await work();
  } finally {
    await endLease(graph, NAME, owner);
  }
}
