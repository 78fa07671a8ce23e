/**
 * The day on which a token was last used. Not the time: a write for each request would cost more than the request.
 */
import { mergeOf } from '../write/proposal.ts';
import type { WriteRequest } from '../write/write.ts';
import { TOKEN_INFO } from './token-info.ts';

const DAY_MS = 24 * 3_600_000;
/** Of so many tokens this server remembers that it has noted them. */
const MOST = 10_000;

/** @returns notes a use; it does not wait for the write, and a write that fails is tried again with a later use */
export function makeUseNotes(actor: string, write: (request: WriteRequest) => Promise<unknown>): (token: string, before: number | undefined) => void {
  const noted = new Set<string>();
  return (token, before = 0) => {
    const now = Date.now();
    if (now - before < DAY_MS || noted.has(token)) return;
    if (noted.size >= MOST) noted.clear();
    noted.add(token);
    // A request that has read before the last note may come after it.
    const proposal = mergeOf(token, TOKEN_INFO, (stored) =>
      stored && now - Number(stored.lastUsedAt ?? 0) >= DAY_MS ? { ...stored, lastUsedAt: now } : undefined,
    );
    write({ proposals: [proposal], together: true, actor })
      .catch(() => undefined)
      .finally(() => noted.delete(token));
  };
}
