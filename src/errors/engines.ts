/**
 * Why Cairn cannot answer now: an engine does not answer or is busy, the time is over, Cairn starts or stops. The same request may succeed
 * later.
 */
import type { Code } from './codes.ts';
import { Refusal } from './refusal.ts';

const RETRY_S = 2;
/** After this time, the work that keeps the graph busy may be done. */
const BUSY_RETRY_S = 10;
const LATE_RETRY_S = 5;
const AGAIN = 'send the request again in a moment';

function unavailable(code: Code, message: string, cause?: unknown, retryAfter = RETRY_S): Refusal {
  return new Refusal(code, message, { retryAfter, cause });
}

export function graphAway(cause: unknown): Refusal {
  return unavailable('graph-away', `The graph database does not answer; ${AGAIN}`, cause);
}

export function graphRefusesLogin(cause: unknown): Refusal {
  return unavailable('graph-away', 'The graph database refuses the user name or the password that Cairn uses', cause);
}

export function graphBusy(cause: unknown): Refusal {
  return unavailable(
    'graph-busy',
    'The request needs more time or memory than the graph database has now; nothing was written. Send it again in a moment',
    cause,
    BUSY_RETRY_S,
  );
}

/** An engine that works only after a restart. */
export function graphBroken(cause: unknown): Refusal {
  return unavailable(
    'graph-broken',
    'The graph database has met a critical error and refuses all work until it is started again',
    cause,
    BUSY_RETRY_S,
  );
}

/** @param reason why there is no room, in a sentence */
export function diskFull(reason: string): Refusal {
  return unavailable('disk-full', `Cairn takes no writes: ${reason}. Nothing was written; reads go on`, undefined, BUSY_RETRY_S);
}

export function searchRefusesKey(cause: unknown): Refusal {
  return unavailable('search-away', 'The search engine refuses the key that Cairn uses; check TYPESENSE_API_KEY', cause, BUSY_RETRY_S);
}

/** All connections to the graph database are in use. It answers those who have one. */
export function graphFull(cause: unknown): Refusal {
  return unavailable('graph-full', `Cairn is busy: all connections to the graph database are in use; nothing was written; ${AGAIN}`, cause);
}

export function writeContention(cause: unknown): Refusal {
  return unavailable('write-contention', `Other requests keep writing the same entities; ${AGAIN}`, cause);
}

/** A newer Cairn has upgraded the store while this one runs. */
export function storeUpgraded(): Refusal {
  return unavailable('store-upgraded', 'A newer Cairn has upgraded the store, so this one writes nothing more: send the request to the newer one');
}

/** The queue of writes is full. */
export function tooManyWrites(): Refusal {
  return unavailable('too-many-writes', `Too many writes are waiting; ${AGAIN}`);
}

export function searchAway(cause?: unknown): Refusal {
  return unavailable('search-away', `The search engine does not answer; ${AGAIN}`, cause);
}

/** The search engine ended an answer before it was complete. */
export function searchBroken(cause: unknown): Refusal {
  return unavailable('search-away', `The search engine stopped in the middle of an answer; ${AGAIN}`, cause);
}

/** The search engine answers, but has not read its log yet. */
export function searchNotReady(): Refusal {
  return unavailable('search-away', `The search engine is away, or has not read its log yet; ${AGAIN}`);
}

/** This server's lease of the index is over, so another one may write it now. */
export function indexYielded(): Refusal {
  return unavailable('search-away', `Another server may write the search index now; ${AGAIN}`);
}

export function searchTakesNothing(reason: string | undefined): Refusal {
  return unavailable('search-away', `The search engine does not accept documents: ${reason}`);
}

export function searchUnreadable(reason: string): Refusal {
  return unavailable('search-away', `Cairn cannot read the search index: ${reason}`);
}

export function searchTooSlow(): Refusal {
  return unavailable('search-too-slow', `The search takes too long; ${AGAIN}, or with more filters`);
}

/** `then`: what is possible when the index is complete. */
export function indexBuilding(then = AGAIN): Refusal {
  return unavailable('index-building', `Cairn is building the search index; ${then}`);
}

/** A scroll finds a different result each time that it reads. */
export function resultInMotion(): Refusal {
  return unavailable('result-in-motion', `The result changes faster than Cairn can read it; ${AGAIN}`);
}

/** `ms`: how long a request may take. */
export function requestTimeout(ms: number): Refusal {
  return unavailable(
    'request-timeout',
    `Cairn stopped the request because it took longer than ${ms / 1000} s; nothing was written. Ask for less at once, or send it again later`,
    undefined,
    LATE_RETRY_S,
  );
}

/** A write that has waited until the time of its request was over. */
export function writeGivenUp(): Refusal {
  return unavailable('request-timeout', 'Cairn stopped the request because it took too long; nothing was written');
}

/** The remaining work of a request that already has its answer. */
export function requestEnded(): Refusal {
  return unavailable('request-timeout', 'The request has ended');
}

export function cairnStarts(): Refusal {
  return unavailable('starting', 'Cairn is starting; the graph database does not answer yet');
}

export function cairnStops(): Refusal {
  return unavailable('stopping', 'Cairn is stopping');
}

/** An error in Cairn. The log has the details, the answer does not. */
export function internalError(): Refusal {
  return new Refusal('internal', 'Internal server error occurred; the log of Cairn has the details');
}
