/**
 * The share of the server that a request takes (../shares.ts): it waits for its turn before the work, and gives its share back at its end. Its
 * answer holds its bytes until the client has taken them.
 */
import { refuseLate } from '../../budget.ts';
import { clientHungUp } from '../../errors.ts';
import { makeFairTurns } from '../../fair-turns.ts';
import { isRecord } from '../../model/path.ts';
import { restWhile } from '../../slices.ts';
import { afterSmall, goAfter, smallEnded } from '../../small-first.ts';
import { encoded, SHORT_ANSWER } from '../answer/encode.ts';
import { type EndOfWork, HEAVY, makePlaces, makeShares } from '../shares.ts';
import type { Context } from '../types.ts';
import { callerOf } from './caller.ts';

const MOST_BYTES_OF_ONE = 256 * 1024 * 1024;
const MOST_BYTES = 768 * 1024 * 1024;
const MOST_WAITING_OF_ONE = 50;
const MOST_WAITING = 500;
/** Of a longer body, each piece waits for its turn. */
const SMALL_BODY = 64 * 1024;
/** Smaller answers fit into the buffers of a socket. */
const SMALL_ANSWER = 64 * 1024;

const NOT_BEGUN: EndOfWork = () => () => undefined;

/** Middleware, behind what knows who asks. */
export function shareFairly() {
  const shares = makeShares();
  restWhile(shares.disturbed);
  goAfter(shares.smallUnderWay);
  const bytes = makePlaces('bytes in bodies', MOST_BYTES_OF_ONE, MOST_BYTES);
  const waits = makePlaces('polls and streams', MOST_WAITING_OF_ONE, MOST_WAITING);
  // A client that sends on many connections at once would otherwise have a piece of each read in every turn of the event loop.
  const pieces = makeFairTurns();
  return async (context: Context, next: () => Promise<void>): Promise<void> => {
    const caller = callerOf(context);
    let weight = 1;
    let end = NOT_BEGUN;
    /** The weight of what has begun. */
    let begun = 0;
    let turn: Promise<unknown> = Promise.resolve();
    let received = 0;
    /** Is the request answered, for example because its time is over? What of it still waits or reads then gets nothing. */
    let over = false;
    const goOn = (): void => {
      if (over || isGone(context)) throw clientHungUp();
    };
    const giveBack = (): void => {
      end();
      end = NOT_BEGUN;
      begun = 0;
    };
    const step = async (heavier: number): Promise<void> => {
      if (heavier > begun) {
        giveBack();
        const next = await shares.begin(caller, heavier);
        if (over) next();
        else [end, begun] = [next, heavier];
        if (begun >= HEAVY) await afterSmall();
      }
      goOn();
      refuseLate();
    };
    context.state.share = {
      weigh: (own) => {
        weight = own;
      },
      begin: (more = 0) => {
        // Parts of one request that are read at once begin one after the other.
        const mine = turn.then(() => step(weight + more));
        turn = mine.catch(() => undefined);
        return mine;
      },
      receive: async (count) => {
        goOn();
        bytes.hold(caller, count);
        received += count;
        if (received > SMALL_BODY) await new Promise<void>((resolve) => pieces.later(caller, resolve));
      },
      wait: () => {
        goOn();
        waits.hold(caller, 1);
        giveBack();
        // A stream goes on after its handler.
        context.res.once('close', () => waits.release(caller, 1));
      },
    };
    let size = 0;
    try {
      await next();
      if (begun >= HEAVY) await afterSmall();
      size = sizeOfAnswer(context);
      if (typeof context.body === 'string' && size >= SHORT_ANSWER) context.body = await encoded([context.body]);
    } finally {
      over = true;
      const unread = size >= SMALL_ANSWER && !context.res.destroyed;
      const taken = end({ bytes: size, unread, cut: () => context.res.destroy() });
      smallEnded();
      if (unread) context.res.once('close', taken);
      if (received > 0) bytes.release(caller, received);
    }
  };
}

/** Does nobody wait for what a request reads any more? A write goes on: its client may have sent it and left. */
function isGone({ res, state }: Context): boolean {
  return res.destroyed && state.reading === true;
}

/** Characters or bytes of an answer; 0 for streams, which a client that reads nothing stops. */
function sizeOfAnswer(context: Context): number {
  const { body } = context;
  // Koa would do so later, and its size has to be known.
  if (isRecord(body) && Object.getPrototypeOf(body) === Object.prototype) context.body = JSON.stringify(body);
  return typeof context.body === 'string' || Buffer.isBuffer(context.body) ? context.body.length : 0;
}
