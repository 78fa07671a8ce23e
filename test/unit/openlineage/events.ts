/** Events for tests of the mapping, and a store that takes them as the server does. */

import { readEvents } from '../../../src/http/openlineage/event.ts';
import { proposalsOf } from '../../../src/http/openlineage/proposals.ts';
import { makeStore, type Store } from '../support/decided.ts';
import { model } from '../support/model.ts';
import { accepted } from '../support/proposals.ts';

export type Json = Record<string, unknown>;
export const PRODUCER = 'https://github.com/OpenLineage/OpenLineage/tree/1.54.0/integration/spark';

/** ISO time of a second of a certain day. */
export const second = (at: number): string => new Date(Date.UTC(2026, 0, 31, 12) + at * 1000).toISOString();

export const table = (name: string, facets: Json = {}, more: Json = {}): Json => ({ namespace: 'postgres://db:5432', name, facets, ...more });

export interface Said {
  readonly run?: string;
  readonly runFacets?: Json;
  readonly type?: string;
  readonly at?: number;
  readonly job?: string;
  readonly jobFacets?: Json;
  readonly inputs?: readonly Json[];
  readonly outputs?: readonly Json[];
  readonly producer?: string;
}

export function runEvent({
  run = 'r1',
  runFacets = {},
  type = 'COMPLETE',
  at = 0,
  job = 'shop.load',
  jobFacets = {},
  inputs = [],
  outputs = [],
  producer = PRODUCER,
}: Said): Json {
  return {
    eventType: type,
    eventTime: second(at),
    producer,
    run: { runId: run, facets: runFacets },
    job: { namespace: 'prod', name: job, facets: jobFacets },
    inputs,
    outputs,
  };
}

export function jobEvent({ at = 0, job = 'shop.load', jobFacets = {}, inputs = [], outputs = [] }: Said): Json {
  return { eventTime: second(at), producer: PRODUCER, job: { namespace: 'prod', name: job, facets: jobFacets }, inputs, outputs };
}

export function datasetEvent(dataset: Json, at = 0): Json {
  return { eventTime: second(at), producer: PRODUCER, dataset };
}

/** Writes one request: an event, or a list of events. */
export async function send(store: Store, body: unknown): Promise<void> {
  const { proposals } = proposalsOf(model, readEvents(body));
  if (proposals.length > 0) await store.write(...proposals.map((raw) => accepted(raw)));
}

/** A store that has received these requests, one after another. */
export async function storeOf(...bodies: readonly unknown[]): Promise<Store> {
  const store = makeStore();
  for (const body of bodies) await send(store, body);
  return store;
}

/** Everything that readers see: the latest value of each aspect, and all points. */
export function stateOf(store: Store): Record<string, unknown> {
  const state: Record<string, unknown> = {};
  for (const { urn, aspects } of store.nodes.values())
    for (const [name, versions] of aspects) {
      const value = versions.at(-1)?.value;
      if (value !== undefined) state[`${urn} ${name}`] = sorted(JSON.parse(value));
    }
  for (const [key, point] of store.points) state[`point ${key}`] = sorted(JSON.parse(point.value));
  return state;
}

/** The same JSON with the fields of all objects in one order. */
function sorted(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(sorted);
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(
    Object.entries(json)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => [name, sorted(value)]),
  );
}
