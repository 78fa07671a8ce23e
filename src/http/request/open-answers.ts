/**
 * Answers that go on: streams of events, and waits for the next change. Each ends when its client is gone, when Cairn stops, or when the sender
 * may not come in any more, whatever made the sender known: a token of the file, a token made at run time, a session.
 */
import { outsideBudgets } from '../../budget.ts';
import { Refusal, unknownToken } from '../../errors.ts';
import type { Context, State } from '../types.ts';

export interface OpenAnswer {
  /** Aborts at the end. Where the sender may not come in any more, the reason is the refusal. */
  readonly over: AbortSignal;
  /** Asks again who listens. Ask between reading and telling: then nothing is told after the right to hear it has ended. @throws Refusal */
  again(): Promise<State>;
}

/** Begins to follow an answer. */
export type Follow = (context: Context) => OpenAnswer;

export interface OpenAnswersParts {
  /** Cairn stops. */
  readonly stopping: AbortSignal;
  /** Asks who sends a request. @throws Refusal */
  readonly authenticate: (context: Context, next: () => Promise<void>) => Promise<void>;
  /** How often to ask about all of them while nothing happens, ms. */
  readonly everyMs?: number;
}

/** The tokens file is read again as often. What is asked together costs one small statement, however many answers there are. */
const EVERY_MS = 1_000;

export function openAnswers({ stopping, authenticate, everyMs = EVERY_MS }: OpenAnswersParts): Follow {
  const looks = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  const watch = (look: () => void): void => {
    looks.add(look);
    timer ??= setInterval(() => {
      for (const each of looks) each();
    }, everyMs);
  };
  const unwatch = (look: () => void): void => {
    looks.delete(look);
    if (looks.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  return (context) => {
    const { actor } = context.state;
    const over = new AbortController();
    const end = (reason?: Refusal): void => {
      stopping.removeEventListener('abort', stop);
      unwatch(look);
      over.abort(reason);
    };
    const stop = (): void => end();
    const again = async (): Promise<State> => {
      try {
        return await outsideBudgets(() => askedAgain(context, actor, authenticate));
      } catch (error) {
        // An engine that does not answer says nothing about the sender.
        if (error instanceof Refusal && error.retryAfter === undefined) end(error);
        throw error;
      }
    };
    let asking = false;
    const look = (): void => {
      if (asking) return;
      asking = true;
      void again()
        .catch(() => undefined)
        .finally(() => {
          asking = false;
        });
    };
    stopping.addEventListener('abort', stop);
    context.res.once('close', stop);
    watch(look);
    return { over: over.signal, again };
  };
}

/** Who sends the request now, beside what the request itself knows: what it still does must not see a sender who is half asked. */
async function askedAgain(context: Context, actor: string, authenticate: OpenAnswersParts['authenticate']): Promise<State> {
  const state: State = { ...context.state };
  delete state.mayNotWrite;
  const asked: Context = Object.create(context, { state: { value: state } });
  await authenticate(asked, async () => undefined);
  // The line of the token names another user now.
  if (state.actor !== actor) throw unknownToken();
  return state;
}
