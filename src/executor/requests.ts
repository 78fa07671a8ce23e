/**
 * Requests to run something, as they are stored: what each asks for, which come next, and which were left behind by a server that died. Pure.
 */
import { ANY_EXECUTOR } from '../catalog/ingestion.ts';
import { isRecord } from '../model/path.ts';
import { numberIn, textIn } from '../model/pick.ts';
import { TASKS, type Task } from './run-recipe.ts';

export interface ExecutionRequest {
  readonly urn: string;
  readonly task: Task;
  /** The recipe as it was sent. */
  readonly recipe: string;
  readonly version: string | undefined;
  readonly debug: boolean;
  /** URN of the source; undefined for a test of a connection. */
  readonly source: string | undefined;
  /** Epoch ms. */
  readonly requestedAt: number;
}

/** What is known of one that has not ended. */
export interface OpenRequest {
  readonly request: ExecutionRequest;
  /** Undefined: nobody has begun. */
  readonly status: string | undefined;
  readonly isCancelled: boolean;
}

export interface Queue {
  /** In the order in which they were asked for. */
  readonly next: readonly ExecutionRequest[];
  /** Were stopped before anybody began. */
  readonly cancelled: readonly ExecutionRequest[];
  /** Run somewhere, but not here. */
  readonly elsewhere: readonly ExecutionRequest[];
}

/** Who has waited for longer is left alone. */
const WAIT_MS = 24 * 3_600_000;
const ENDED = new Set(['SUCCESS', 'FAILURE', 'CANCELLED', 'TIMEOUT', 'ABORTED', 'DUPLICATE', 'ROLLED_BACK', 'ROLLING_BACK', 'ROLLBACK_FAILED']);

export function hasEnded(status: string | undefined): boolean {
  return status !== undefined && ENDED.has(status);
}

/** Can a request still wait or run? @param ms how long a run may take */
export function isRecent(input: unknown, now: number, ms: number): boolean {
  return (numberIn(input, 'requestedAt') ?? 0) >= now - WAIT_MS - ms;
}

/** Those that this executor is asked for, from their stored inputs. @param ms how long a run may take */
export function requestsIn(entities: readonly (readonly [urn: string, json: unknown])[], now: number, ms: number): ExecutionRequest[] {
  return entities.flatMap(([urn, json]) => {
    const task = TASKS.find((each) => each === textIn(json, 'task'));
    const requestedAt = numberIn(json, 'requestedAt') ?? 0;
    if (!isRecord(json) || !task || json.executorId !== ANY_EXECUTOR || !isRecent(json, now, ms)) return [];
    const { args, source } = json;
    return [
      {
        ...{ urn, task, requestedAt, recipe: textIn(args, 'recipe') ?? '', version: textIn(args, 'version') },
        debug: textIn(args, 'debug_mode') === 'true',
        source: textIn(source, 'ingestionSource'),
      },
    ];
  });
}

/** @param own URNs of those that run here */
export function queueOf(open: readonly OpenRequest[], own: ReadonlySet<string>, now: number): Queue {
  const sorted = open.toSorted((a, b) => a.request.requestedAt - b.request.requestedAt || (a.request.urn < b.request.urn ? -1 : 1));
  // Two runs of one source would each remove what the other has seen.
  const busy = new Set(sorted.flatMap(({ status, request }) => (status !== undefined || own.has(request.urn) ? (request.source ?? []) : [])));
  const next: ExecutionRequest[] = [];
  for (const { request, status, isCancelled } of sorted) {
    if (status !== undefined || isCancelled || own.has(request.urn) || request.requestedAt < now - WAIT_MS) continue;
    if (request.source !== undefined && busy.has(request.source)) continue;
    if (request.source !== undefined) busy.add(request.source);
    next.push(request);
  }
  const waiting = sorted.filter(({ request, status }) => status === undefined && !own.has(request.urn));
  return {
    next,
    cancelled: waiting.flatMap(({ request, isCancelled }) => (isCancelled ? [request] : [])),
    elsewhere: sorted.flatMap(({ request, status }) => (status !== undefined && !own.has(request.urn) ? [request] : [])),
  };
}
