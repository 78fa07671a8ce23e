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
  /** @throws Refusal notFound for a session that has ended, or is of somebody else, or was named by a client */
  of(id: string, actor: string): Session;
  end(id: string): void;
}

/** Most sessions that are remembered; those that were used last. */
const MOST = 10_000;
const FORM = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export function makeSessions(): Sessions {
  const sessions = new Map<string, Session>();
  const ended = new Set<string>();
  return {
    begin: randomUUID,
    of: (id, actor) => {
      const session = sessions.get(id) ?? { actor, subscribed: new Map(), running: new Map() };
      if (!FORM.test(id) || ended.has(id) || session.actor !== actor) throw noSuchSession();
      // The one that was used last stands last.
      sessions.delete(id);
      sessions.set(id, session);
      forgetOldest(sessions, (each) => sessions.get(each)?.stream === undefined);
      return session;
    },
    end: (id) => {
      sessions.get(id)?.stream?.abort();
      sessions.delete(id);
      ended.add(id);
      forgetOldest(ended, () => true);
    },
  };
}

function forgetOldest(
  all: { readonly size: number; keys(): IterableIterator<string>; delete(key: string): boolean },
  may: (id: string) => boolean,
): void {
  if (all.size <= MOST) return;
  for (const id of all.keys()) {
    if (!may(id)) continue;
    all.delete(id);
    return;
  }
}
