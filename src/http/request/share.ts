/**
 * The share of the server that a request takes (../shares.ts): it waits for its turn before the work, and gives its share back at its end.
 */
import { refuseLate } from '../../budget.ts';
import { clientHungUp } from '../../errors.ts';
import { restWhile } from '../../slices.ts';
import { makePlaces, makeShares } from '../shares.ts';
import type { Context } from '../types.ts';

/** Bytes of a body that weigh as much as a small read. */
export const BYTES_OF_ONE = 100_000;
const MOST_BYTES_OF_ONE = 256 * 1024 * 1024;
const MOST_BYTES = 768 * 1024 * 1024;
const MOST_WAITING_OF_ONE = 50;
const MOST_WAITING = 500;

/**
 * Middleware. Callers are told apart by their tokens, else by their addresses.
 *
 * @param tokens is there a file of tokens? Otherwise the header means nothing, unless it has decided who asks
 */
export function shareFairly(tokens: boolean) {
  const shares = makeShares();
  restWhile(shares.disturbed);
  const bytes = makePlaces('bytes in bodies', MOST_BYTES_OF_ONE, MOST_BYTES);
  const waits = makePlaces('polls and streams', MOST_WAITING_OF_ONE, MOST_WAITING);
  return async (context: Context, next: () => Promise<void>): Promise<void> => {
    const token = context.state.decided?.token ?? (tokens ? context.get('authorization') : '');
    const caller = token === '' ? (context.socket.remoteAddress ?? '') : token;
    let weight = 1;
    let begun = 0;
    let received = 0;
    /** Is the request answered, for example because its time is over? What of it still waits or reads then gets nothing. */
    let over = false;
    const goOn = (): void => {
      if (over) throw clientHungUp();
    };
    const end = (): void => {
      if (begun > 0) shares.end(caller, begun);
      begun = 0;
    };
    context.state.share = {
      weigh: (own) => {
        weight = own;
      },
      begin: async (more = 0) => {
        end();
        const whole = weight + more;
        await shares.begin(caller, whole);
        if (over) shares.end(caller, whole);
        goOn();
        begun = whole;
        refuseLate();
      },
      receive: (count) => {
        goOn();
        bytes.hold(caller, count);
        received += count;
      },
      wait: () => {
        goOn();
        waits.hold(caller, 1);
        end();
        // A stream goes on after its handler.
        context.res.once('close', () => waits.release(caller, 1));
      },
    };
    try {
      await next();
    } finally {
      over = true;
      end();
      if (received > 0) bytes.release(caller, received);
    }
  };
}
