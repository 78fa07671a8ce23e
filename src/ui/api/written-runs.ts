/**
 * What was written with one run id: the runs, what one wrote, and what it was refused.
 */
import { type Answer, ApiError, request } from './client.ts';

export type WrittenRun = Answer<'/runs?action=list', 'post'>['value'][number];
export type RunRow = Answer<'/runs?action=describe', 'post'>['value'][number];
export type RefusedItem = Answer<'/runs?action=refused', 'post'>['value']['items'][number];

/** Runs on a page. */
export const RUNS = 50;

/** The latest first. */
export async function listRuns(start: number, signal?: AbortSignal): Promise<readonly WrittenRun[]> {
  return ask<Answer<'/runs?action=list', 'post'>>('list', { pageOffset: start, pageSize: RUNS }, signal).then(({ value }) => value);
}

interface RunView {
  /** Undefined for who sees a part of the catalog. */
  readonly rows: readonly RunRow[] | undefined;
  readonly refused: RefusedOfRun;
}

/** The first aspects that are still as the run wrote them, and the first things that it was refused. */
export async function readRun(runId: string, count: number, seesAll: boolean, signal?: AbortSignal): Promise<RunView> {
  const described = seesAll ? describe(runId, count, signal) : Promise.resolve(undefined);
  const [rows, refused] = await Promise.all([described, readRefused(runId, 0, count, signal)]);
  return { rows, refused };
}

/** A run that has written nothing is not known, nor is one that is rolled back. */
async function describe(runId: string, count: number, signal?: AbortSignal): Promise<readonly RunRow[]> {
  try {
    return (await ask<Answer<'/runs?action=describe', 'post'>>('describe', { runId, start: 0, count, includeSoft: true }, signal)).value;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return [];
    throw error;
  }
}

export interface RefusedOfRun {
  /** How often it was refused something. */
  readonly total: number;
  /** How much of that is kept. */
  readonly kept: number;
  readonly items: readonly RefusedItem[];
}

/** The newest first. */
export async function readRefused(runId: string, start: number, count: number, signal?: AbortSignal): Promise<RefusedOfRun> {
  return (await ask<Answer<'/runs?action=refused', 'post'>>('refused', { runId, start, count }, signal)).value;
}

function ask<Body>(action: string, body: object, signal?: AbortSignal): Promise<Body> {
  return request<Body>('runs', { method: 'POST', query: { action }, body, signal });
}
