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
const AGAIN = 'the request can be sent again in a moment';

function unavailable(code: Code, message: string, cause?: unknown, retryAfter = RETRY_S): Refusal {
  return new Refusal(code, message, { retryAfter, cause });
}

export function graphAway(cause: unknown): Refusal {
  return unavailable('graph-away', `The graph database does not answer; ${AGAIN}`, cause);
}

export function graphRefusesLogin(cause: unknown): Refusal {
  return unavailable('graph-away', 'The graph database refuses the credentials that Cairn has', cause);
}

export function graphBusy(cause: unknown): Refusal {
  return unavailable(
    'graph-busy',
    'The graph database could not do this within its limits of time and memory; nothing of it was written, and it can be sent again',
    cause,
    BUSY_RETRY_S,
  );
}

export function writeContention(cause: unknown): Refusal {
  return unavailable('write-contention', `Others write the same entities all the time; ${AGAIN}`, cause);
}

/** The queue of writes is full. */
export function tooManyWrites(): Refusal {
  return unavailable('too-many-writes', 'More writes wait than the graph takes; send this one again in a moment');
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

export function searchTakesNothing(reason: string | undefined): Refusal {
  return unavailable('search-away', `The search engine takes no documents: ${reason}`);
}

export function searchUnreadable(reason: string): Refusal {
  return unavailable('search-away', `The search index cannot be read: ${reason}`);
}

export function searchTooSlow(): Refusal {
  return unavailable('search-too-slow', `The search takes too long; ${AGAIN}, or with more filters`);
}

/** `then`: what is possible when the index is complete. */
export function indexBuilding(then = AGAIN): Refusal {
  return unavailable('index-building', `The search index is being made; ${then}`);
}

/** A scroll finds a different result each time that it reads. */
export function resultInMotion(): Refusal {
  return unavailable('result-in-motion', `The result changes faster than it can be read; ${AGAIN}`);
}

/** `ms`: how long a request may take. */
export function requestTimeout(ms: number): Refusal {
  return unavailable(
    'request-timeout',
    `The request has taken longer than ${ms / 1000} s and was given up; nothing was written. Ask for less at once, or send it again later`,
    undefined,
    LATE_RETRY_S,
  );
}

/** A write that has waited until the time of its request was over. */
export function writeGivenUp(): Refusal {
  return unavailable('request-timeout', 'The request has been given up; nothing was written');
}

/** The remaining work of a request that already has its answer. */
export function requestEnded(): Refusal {
  return unavailable('request-timeout', 'The request has ended');
}

export function cairnStarts(): Refusal {
  return unavailable('starting', 'Cairn is starting; the graph database does not answer yet');
}

export function cairnStops(): Refusal {
  return unavailable('stopping', 'Cairn stops');
}

/** An error in Cairn. The log has the details, the answer does not. */
export function internalError(): Refusal {
  return new Refusal('internal', 'Internal server error occurred; the log of Cairn says more');
}
