/**
 * Searches of the tests, and writes that search shows when they return.
 */
import { expect } from 'chai';
import { type Answer, api, type Proposal } from './client.ts';
import { proposal } from './make.ts';

export interface Matched {
  matchedFields: { name: string; value: string }[];
  /** Of a ranked list: the words that the hit lacks. */
  unmetWords?: string[];
}
export interface Found {
  numEntities: number;
  pageSize: number;
  from: number;
  entities: string[];
  scrollId?: string;
  metadata: {
    urns: string[];
    matches: Matched[];
    searchResultMetadatas: { name: string; aggregations: Record<string, number>; totalValues?: number }[];
  };
}
export interface Browsed {
  numEntities: number;
  pageSize: number;
  from: number;
  metadata: { totalNumEntities: number; groups: { name: string; count: number }[]; path: string };
  entities: { name: string; urn: string }[];
}

export const SYNC = { 'X-Svc-Sync-Index-Update': 'true' };

export function action<Body>(name: string, json: unknown): Promise<Answer<{ value: Body }>> {
  return api.send('POST', `/entities?action=${name}`, { json });
}

async function asked<Body>(name: string, json: unknown): Promise<Body> {
  const answer = await action<Body>(name, json);
  expect(answer.status, answer.text).to.equal(200);
  return answer.body.value;
}

/** A search for what has all words. */
export const search = ({ searchFlags = {}, ...params }: Record<string, unknown>) =>
  asked<Found>('search', {
    input: '*',
    entity: 'dataset',
    start: 0,
    count: 1000,
    searchFlags: { allWords: true, ...(searchFlags as object) },
    ...params,
  });

/** A search as people send it: what has most of the words, too. */
export const searchBest = (params: Record<string, unknown>) =>
  asked<Found>('search', { input: '*', entity: 'dataset', start: 0, count: 20, ...params });
export const browse = (params: Record<string, unknown>) => asked<Browsed>('browse', { entity: 'dataset', start: 0, limit: 10, ...params });
export const autocomplete = (params: Record<string, unknown>) =>
  asked<{ suggestions: string[]; query: string }>('autocomplete', { entity: 'dataset', limit: 10, ...params });

/** One criterion, or several that must all match. */
export const where = (...and: { field: string; condition?: string; values?: string[]; value?: string; negated?: boolean }[]) => ({ or: [{ and }] });

/** Writes an aspect, or fails. Search shows it when this returns. */
export async function writeSearchable(urn: string, aspect: string, value: unknown, more: Proposal = {}): Promise<void> {
  const answer = await api.ingestProposal(proposal(urn, aspect, value, more), SYNC);
  expect(answer.status, answer.text).to.equal(200);
}

/** Writes many aspects at once. Search shows them when this returns. */
export async function writeAllSearchable(proposals: readonly Proposal[]): Promise<void> {
  const answer = await api.send('POST', '/aspects?action=ingestProposalBatch', { json: { proposals }, headers: SYNC });
  expect(answer.status, answer.text).to.equal(200);
}
