/**
 * Whose secret is looked up next: each look costs a statement before it is known who asks. A secret that was right before is looked up at once.
 * All others wait, by address, so that made-up ones delay nobody elsewhere, and nobody who is known.
 */
import { createHash } from 'node:crypto';
import { clientHungUp } from '../../errors.ts';
import { makeShares } from '../shares.ts';
import type { Context } from '../types.ts';
import { makeRecent } from './recent.ts';

/** Of all, and of an address beside others: looks at a time. */
const [MOST_LOOKS, MOST_BESIDE] = [8, 2];
const [MOST_WAITING_OF_ONE, MOST_WAITING] = [1_000, 5_000];
/** Hashes of secrets: some 5 MB. */
const MOST_KNOWN = 20_000;

/** Looks up a secret. @throws Refusal tooMuchAtOnce if too many wait; what the look refuses */
export type LookUp = <Result>(context: Pick<Context, 'state' | 'res'>, secret: string, look: () => Promise<Result>) => Promise<Result>;

export function makeLookups(): LookUp {
  const known = makeRecent<true>(MOST_KNOWN);
  const turns = makeShares({
    ...{ all: MOST_LOOKS, beside: MOST_BESIDE, waiting: MOST_WAITING_OF_ONE, waitingOfAll: MOST_WAITING },
    ...{ callers: 1_000, presentMs: 1_000, unread: 1, unreadOfAll: 1 },
  });
  return async ({ state, res }, secret, look) => {
    const name = createHash('sha256').update(secret).digest('base64url');
    const wasRight = known.get(name) !== undefined;
    const end = wasRight ? () => undefined : await turns.begin(`address ${state.address}`, 1);
    try {
      if (res.destroyed) throw clientHungUp();
      const found = await look();
      known.touch(name, true);
      return found;
    } catch (error) {
      known.drop(name);
      throw error;
    } finally {
      end();
    }
  };
}
