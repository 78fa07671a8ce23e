/**
 * What the log says of a Neo4j that does not answer or refuses all work: when that begins, when it ends, and when a transaction is written
 * again. It does not say what each request meets.
 */
import type { Neo4jError } from 'neo4j-driver';
import type { Log } from '../log.ts';
import type { Failure } from './failures.ts';

/** `phases` goes into a sentence; the figures, ms, stand beside it. */
type LoggedPhases = { readonly phases: string } & Readonly<Record<string, number | string>>;

export interface Trouble {
  /** Since when, epoch ms, how many requests it has cost, and the error of the last one that was sent. */
  present: { readonly kind: Failure; readonly since: number; requests: number; readonly cause: Neo4jError } | undefined;
  /** The question whether Neo4j answers, while it is open: everybody shares it. */
  asking: Promise<Error | undefined> | undefined;
  /** Since when no transaction was written because of it. */
  unwritten: number | undefined;
  /** How a Neo4j that Cairn runs came back since a time, epoch ms. */
  readonly comeback: (since: number) => LoggedPhases;
}

export interface TroubleParts {
  readonly log: Log;
  readonly uri: string;
  readonly trouble: Trouble;
}

export function noteTrouble({ log, uri, trouble }: TroubleParts, kind: 'away' | 'shut' | 'broken', reason: string, cause: Neo4jError): void {
  // Cairn has closed its own connections, because it stops.
  if (cause.message.includes('Pool is closed')) return;
  const { present } = trouble;
  if (present?.kind !== kind) log(kind === 'broken' ? 'graph.broken' : 'graph.lost', { uri, reason });
  trouble.present = { kind, since: present?.since ?? Date.now(), requests: (present?.requests ?? 0) + 1, cause };
  trouble.unwritten ??= trouble.present.since;
}

/** Neo4j has answered. */
export function endTrouble({ log, uri, trouble }: TroubleParts): void {
  if (!trouble.present) return;
  const { since, requests } = trouble.present;
  trouble.present = undefined;
  log('graph.back', { uri, seconds: secondsSince(since), requests, ...trouble.comeback(since) });
}

/** Neo4j has committed a transaction. */
export function endUnwritten({ log, trouble }: TroubleParts): void {
  if (trouble.unwritten === undefined) return;
  const since = trouble.unwritten;
  trouble.unwritten = undefined;
  log('graph.written', { seconds: secondsSince(since), ...trouble.comeback(since) });
}

const secondsSince = (since: number): number => Math.round((Date.now() - since) / 1000);
