/**
 * What a session of an agent is beside its single requests: what it has subscribed to, and what may be cancelled. It gives no rights: each request
 * brings its own. Any server takes up a session that another one has begun, without what that one remembers.
 */
import { randomUUID } from 'node:crypto';
import { noSuchSession } from '../../errors.ts';

export interface Session {
  readonly actor: string;
  /** The addresses of the resources that it follows, by URN. */
  readonly subscribed: Map<string, string>;
  /** How to end the requests that are being answered, by their ids. */
  readonly running: Map<string | number, () => void>;
  /** Ends its stream. */
  stream?: AbortController;
  /** The last commit that its stream has told of. */
  told?: number;
}

export interface Sessions {
  /** A name for a new session. */
  begin(): string;
  /**
   * @param caller who shares the server (request/caller.ts)
   * @throws Refusal notFound for a session that has ended, or is of somebody else, or was named by a client
   */
  of(id: string, actor: string, caller: string): Session;
  end(id: string, caller: string): void;
}

/** Most sessions that are remembered: beyond it, the caller who has the most loses the one that it used first. */
const MOST = 10_000;
const FORM = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** @param most sessions, and as many that have ended */
export function makeSessions(most = MOST): Sessions {
  const sessions = makeKept<Session>(most, ({ stream }) => stream === undefined);
  const ended = makeKept<true>(most, () => true);
  return {
    begin: randomUUID,
    of: (id, actor, caller) => {
      const session = sessions.get(id) ?? { actor, subscribed: new Map(), running: new Map() };
      if (!FORM.test(id) || ended.get(id) || session.actor !== actor) throw noSuchSession();
      sessions.touch(id, caller, session);
      return session;
    },
    end: (id, caller) => {
      sessions.get(id)?.stream?.abort();
      sessions.drop(id);
      ended.touch(id, caller, true);
    },
  };
}

interface RecentValues<Value> {
  get(id: string): Value | undefined;
  /** Keeps it as the one that its caller used last. */
  touch(id: string, caller: string, value: Value): void;
  drop(id: string): void;
}

/** Keeps so many values, and lets nobody push out what others keep. */
function makeKept<Value>(most: number, mayGo: (value: Value) => boolean): RecentValues<Value> {
  const values = new Map<string, { readonly value: Value; readonly caller: string }>();
  /** The ids of each caller, the one that it used first before the others. */
  const byCaller = new Map<string, Set<string>>();
  const drop = (id: string): void => {
    const own = byCaller.get(values.get(id)?.caller ?? '');
    own?.delete(id);
    if (own?.size === 0) byCaller.delete(values.get(id)?.caller ?? '');
    values.delete(id);
  };
  const forgetOne = (): void => {
    const own = [...byCaller.values()].reduce((most, each) => (each.size > most.size ? each : most));
    for (const id of own) {
      const kept = values.get(id);
      if (kept && mayGo(kept.value)) return drop(id);
    }
  };
  return {
    get: (id) => values.get(id)?.value,
    touch: (id, caller, value) => {
      drop(id);
      values.set(id, { value, caller });
      byCaller.set(caller, (byCaller.get(caller) ?? new Set()).add(id));
      if (values.size > most) forgetOne();
    },
    drop,
  };
}
