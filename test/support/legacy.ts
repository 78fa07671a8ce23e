/**
 * Actions of the legacy API other than proposals: snapshots, deletion, counts, runs.
 */
import { expect } from 'chai';
import { type Answer, api, encode } from './client.ts';
import { SVC } from './names.ts';

/** `POST /<resource>?action=<name>` */
export function act<Body = { value: unknown }>(resource: string, action: string, params: unknown): Promise<Answer<Body>> {
  return api.send<Body>('POST', `/${resource}?action=${action}`, { json: params });
}

/** The value of an action that must succeed. */
export async function valueOf<Value>(resource: string, action: string, params: unknown): Promise<Value> {
  const answer = await act<{ value: Value }>(resource, action, params);
  expect(answer.status, answer.text).to.equal(200);
  return answer.body.value;
}

/** Full name of a record: `record('common.Status')`. */
export const record = (name: string): string => `${SVC.package}.${name}`;

/** `{<snapshot record>: {urn, aspects: [{<record>: value}]}}` */
export function snapshot(kind: string, urn: string, ...aspects: [name: string, value: unknown][]) {
  return { [record(`metadata.snapshot.${kind}Snapshot`)]: { urn, aspects: aspects.map(([name, value]) => ({ [record(name)]: value })) } };
}

export function ingest(snapshotValue: unknown, more: Record<string, unknown> = {}): Promise<Answer> {
  return act('entities', 'ingest', { entity: { value: snapshotValue }, ...more });
}

export type Snapshots = { value: Record<string, { urn: string; aspects: Record<string, Record<string, unknown>>[] } & Record<string, unknown>> };

export function readSnapshot(urn: string): Promise<Answer<Snapshots>> {
  return api.send<Snapshots>('GET', `/entities/${encode(urn)}`);
}

export interface Deleted {
  urn: string;
  rows: number;
  timeseriesRows: number;
}
export const hardDelete = (urn: string, more: Record<string, unknown> = {}): Promise<Deleted> =>
  valueOf<Deleted>('entities', 'delete', { urn, ...more });

export interface References {
  total: number;
  relatedAspects: { entity: string; aspect: string; relationship: string }[];
}
export const deleteReferences = (urn: string, dryRun = false): Promise<References> =>
  valueOf<References>('entities', 'deleteReferences', { urn, dryRun });

export const exists = (urn: string, includeSoftDelete?: boolean): Promise<boolean> =>
  valueOf<boolean>('entities', 'exists', { urn, ...(includeSoftDelete === undefined ? {} : { includeSoftDelete }) });
