/**
 * Decisions about what is open: of several people who decide at the same time, one does, on whichever servers.
 */
import { badParameter, Refusal } from '../../errors.ts';
import { mergeOf, type RawProposal } from './proposal.ts';

/** What somebody decides about: `a suggestion`. */
interface OpenQuestion {
  readonly urn: string;
  /** The aspect that has its state. */
  readonly aspect: string;
  readonly what: string;
}

function notOpen(what: string, state: unknown): Refusal {
  return badParameter('/input/urn', `${what} that is open`, state);
}

/** @throws Refusal malformed */
export function requireOpen({ what }: Pick<OpenQuestion, 'what'>, state: string): void {
  if (state !== 'OPEN') throw notOpen(what, state);
}

/** The proposal that stores a decision; it is refused if there is one already. It needs no rights: who may decide is asked before. */
export function decisionOf({ urn, aspect, what }: OpenQuestion, said: object): RawProposal {
  const proposal = mergeOf<{ readonly state?: unknown }>(urn, aspect, (before) => {
    if (before?.state !== 'OPEN') throw notOpen(what, before?.state);
    return { ...before, ...said };
  });
  return { ...proposal, follows: true };
}

/**
 * Writes a decision, with what follows from it.
 *
 * @param stateNow what has been decided, when it is asked
 * @throws Refusal malformed for who is late, as if there had been time to see it
 */
export async function decideOnce<Result>(
  open: Pick<OpenQuestion, 'what'>,
  write: () => Promise<Result>,
  stateNow: () => Promise<string | undefined>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    const state = error instanceof Refusal && error.retryAfter === undefined ? await stateNow() : undefined;
    if (state !== undefined) requireOpen(open, state);
    throw error;
  }
}

/** When something that is decided about came, or was decided, epoch ms. */
export interface News {
  readonly urn: string;
  readonly at: number;
}

/** Those that have come or been decided since. */
export function newsIn(
  all: Iterable<{ readonly urn: string; readonly createdAt: number; readonly decidedAt?: number | undefined }>,
  since: number,
): News[] {
  return [...all].map(({ urn, createdAt, decidedAt }) => ({ urn, at: decidedAt ?? createdAt })).filter(({ at }) => at > since);
}
