/**
 * For whom calls of the core are done (`sender` of their rows): whom policies judge, and who is told of what is written.
 */
import type { Graph } from '../graph/driver.ts';
import type { AccessReader } from './access/access.ts';
import { areAboutRights, inTurn } from './access/in-turn.ts';
import { ANYBODY, type Credential } from './access/makers.ts';
import type { Principal } from './access/user-of.ts';
import type { RequestSearches } from './find/snapshot.ts';
import { observedWrite, type WriteObserver } from './write/observer.ts';
import type { WriteRequest, WriteResult } from './write/write.ts';

export interface Sender {
  /** Whom policies judge; undefined: nobody, everything is allowed. */
  readonly decided: Principal | undefined;
  readonly observer: WriteObserver;
  /** The searches of its request; absent outside of requests. */
  readonly searches: RequestSearches | undefined;
}

/** The server itself: nobody judges it, and nobody is told. */
export const SERVER: Sender = { decided: undefined, observer: { wrote: () => undefined, committed: () => undefined }, searches: undefined };

/** By what the sender has come in. */
export function credentialOf({ observer }: Sender): Credential {
  return observer.credential ?? ANYBODY;
}

/** Calls that get their sender first. */
export type WithSender<Calls> = {
  readonly [Name in keyof Calls]: Calls[Name] extends (...request: infer Request) => infer Result
    ? (sender: Sender, ...request: Request) => Result
    : never;
};

export type WriteForSender = (sender: Sender, request: WriteRequest) => Promise<WriteResult>;

/** What a sender can write with. */
export interface Writers {
  /** Writes whatever it is given: who calls it has decided. */
  readonly written: WriteForSender;
  /** Writes what policies let the sender write. */
  readonly judged: WriteForSender;
  /** As `judged`, but nothing is written: it answers what would become of each proposal. */
  readonly rehearsed: WriteForSender;
}

interface WritersParts extends Record<'write' | 'rehearse', (request: WriteRequest) => Promise<WriteResult>> {
  readonly graph: Graph;
  readonly people: Pick<AccessReader, 'rights' | 'requireActive'>;
}

export function makeWriters({ graph, people, write, rehearse }: WritersParts): Writers {
  const written: WriteForSender = ({ observer }, request) =>
    observedWrite(write, observer, { untilSearchable: observer.untilSearchable === true, ...request });
  const judging =
    (by: WriteForSender, isNoted: boolean): WriteForSender =>
    (sender, request) => {
      const { decided, observer } = sender;
      if (!decided) return by(sender, request);
      const noted = isNoted ? observer.allowed : undefined;
      const judged = (): Promise<WriteResult> => by(sender, { ...request, rights: (proposals) => people.rights(decided, proposals, noted) });
      return areAboutRights(request.proposals) ? inTurn(graph, () => people.requireActive(decided.user).then(judged)) : judged();
    };
  return { written, judged: judging(written, true), rehearsed: judging((_, request) => rehearse(request), false) };
}
