/**
 * Is Neo4j there? While it was away, nothing but this question goes to it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import neo4j, { type Driver } from 'neo4j-driver';
import { refusalOf } from './failures.ts';
import { statement } from './statements.ts';
import { endTrouble, type Troubled } from './trouble.ts';

interface Asked extends Troubled {
  readonly driver: Driver;
}

/** How long health waits for the answer, ms. */
const PROBE_TIMEOUT_MS = 2_000;
/** How long a request waits for it, ms. */
const BACK_TIMEOUT_MS = 500;
/** After so long without an answer, ms, the question is asked anew, on another connection. */
const ASK_TIMEOUT_MS = 5_000;

/**
 * Lets nothing through to a Neo4j that was away before that answers one question. It is slow at first: a hundred connections that want to be
 * let in at once, each again when its time is over, kept it from its first answer.
 *
 * @throws Refusal unavailable while it does not answer
 */
export async function refuseAway(graph: Asked): Promise<void> {
  if (!graph.trouble.present) return;
  await within(BACK_TIMEOUT_MS, ask(graph));
  const { present } = graph.trouble;
  if (!present) return;
  present.requests++;
  throw refusalOf(present.cause);
}

/** Checks whether the graph answers. Gives the error if it does not. An engine that hangs counts as away. */
export function probe(graph: Asked): Promise<Error | undefined> {
  return within(PROBE_TIMEOUT_MS, ask(graph));
}

function ask(graph: Asked): Promise<Error | undefined> {
  const { trouble } = graph;
  trouble.asking ??= within(ASK_TIMEOUT_MS, answerOf(graph)).finally(() => {
    trouble.asking = undefined;
  });
  return trouble.asking;
}

async function answerOf(graph: Asked): Promise<Error | undefined> {
  const session = graph.driver.session({ defaultAccessMode: neo4j.session.READ });
  try {
    // A database that has met a critical error answers, but runs no statement.
    await session.run(statement('read/answer'));
    endTrouble(graph);
    return undefined;
  } catch (error) {
    return error as Error;
  } finally {
    await session.close().catch(() => undefined);
  }
}

async function within(ms: number, answered: Promise<Error | undefined>): Promise<Error | undefined> {
  const over = new AbortController();
  const late = pause(ms, new Error(`no answer in ${ms} ms`), { signal: over.signal }).catch(() => undefined);
  try {
    return await Promise.race([answered, late]);
  } finally {
    over.abort();
  }
}
