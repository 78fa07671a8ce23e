/**
 * Sends several searches of the present collection in one request. Parameters are in the body, because a URL may have only 4,000 bytes.
 */

import http from 'node:http';
import https from 'node:https';
import { budgetSignal, refuseLate } from '../../budget.ts';
import { indexBuilding, searchTooSlow } from '../../errors.ts';
import { afterSmall } from '../../small-first.ts';
import { asked, type Clients, READ_TIMEOUT_S, type SearchEngine } from './client.ts';
import { ALIAS, withBeside } from './collections.ts';
import type { Purpose, SearchNode } from './nodes.ts';
import { awaitReplayed, expectReplay } from './replay.ts';

export interface RawHit {
  readonly document: Record<string, unknown>;
  /** How well the document matches; `score` has all digits. */
  readonly text_match?: number;
  readonly text_match_info?: { readonly score?: string; readonly best_field_weight?: number };
}

export interface RawResult {
  readonly found: number;
  /** How many documents the collection has. */
  readonly out_of?: number;
  readonly hits: readonly RawHit[];
  readonly facet_counts?: readonly {
    readonly field_name: string;
    readonly counts: readonly { readonly count: number; readonly value: string }[];
    /** How many different values there are. */
    readonly stats?: { readonly total_values?: number };
  }[];
  /** Typesense stopped early: the result is not complete. */
  readonly search_cutoff?: boolean;
  readonly error?: string;
  readonly code?: number;
}

const AT_ONCE = 40;
/** How many words a prefix or a misspelling may stand for. With few, totals depend on which of them come first. */
const MOST_CANDIDATES = 1_000;
/** `facet_strategy`: versions after 0.24 may otherwise count only the most frequent values. */
const ALWAYS = { highlight_fields: 'none', max_candidates: MOST_CANDIDATES, facet_strategy: 'exhaustive' };

/** Half of a surrogate pair: Typesense does not accept it in JSON. */
const HALF_PAIR = /\p{Surrogate}/gu;

/** A search that finds nothing where its collection does not exist, instead of failing. */
export const MAY_BE_MISSING = 'mayBeMissing';

/** @throws Refusal unavailable if the index does not answer or does not exist yet; another error if Typesense does not understand a search */
export async function multiSearch(engine: SearchEngine, searches: readonly Record<string, unknown>[]): Promise<RawResult[]> {
  await awaitReplayed(engine);
  return sent(engine, searches);
}

/** Does a collection exist, with those beside it? A search that finds nothing tells it: to read a collection is to read its schema. */
export async function collectionExists(engine: SearchEngine, name: string): Promise<boolean> {
  const nothing = { [MAY_BE_MISSING]: true, q: '*', filter_by: 'id:=none', per_page: 0 };
  const results = await sent(
    engine,
    withBeside(name).map((collection) => ({ collection, ...nothing })),
  );
  return results.every(({ out_of }) => out_of !== undefined);
}

async function sent(engine: SearchEngine, searches: readonly Record<string, unknown>[]): Promise<RawResult[]> {
  const results: RawResult[] = [];
  for (let at = 0; at < searches.length; at += AT_ONCE) {
    const part = searches
      .slice(at, at + AT_ONCE)
      .map(({ [MAY_BE_MISSING]: _, ...each }) => ({ collection: ALIAS, ...ALWAYS, ...each, q: String(each.q).replace(HALF_PAIR, '\ufffd') }));
    refuseLate();
    const signal = budgetSignal();
    const body = JSON.stringify({ searches: part });
    const { apiKey } = engine.address;
    const call = (_: Clients, node: SearchNode): Promise<string> =>
      post({ node, purpose: 'client', apiKey, path: '/multi_search', body, timeoutMs: READ_TIMEOUT_S * 1_000, signal });
    const text = await asked(engine, 'read', call).catch((error: unknown) => {
      if (!signal?.aborted) expectReplay(engine);
      throw error;
    });
    // What follows takes a few ms: it is read, checked and counted.
    await afterSmall();
    const answer = JSON.parse(text) as { results: RawResult[] };
    results.push(...answer.results.map((result, index) => (result.code === 404 && searches[at + index]?.[MAY_BE_MISSING] ? NOTHING : result)));
  }
  const failed = results.find(({ error }) => error !== undefined);
  if (failed) {
    if (failed.code === 404 && failed.error === 'Not found.') throw indexBuilding();
    throw new MisunderstoodSearch(failed.error ?? '');
  }
  if (results.some(({ search_cutoff }) => search_cutoff)) throw searchTooSlow();
  return results;
}

/** The same in two requests at once: Typesense does the searches of one request one after the other. */
export async function multiSearchAtOnce(engine: SearchEngine, searches: readonly Record<string, unknown>[]): Promise<RawResult[]> {
  const half = (rest: number): readonly Record<string, unknown>[] => searches.filter((_, at) => at % 2 === rest);
  const [even, odd] = await Promise.all([multiSearch(engine, half(0)), multiSearch(engine, half(1))]);
  return searches.map((_, at) => (at % 2 === 0 ? even : odd)[at >> 1] as RawResult);
}

const NOTHING: RawResult = { found: 0, hits: [] };

/** Typesense does not know a field, or does not understand a filter. */
export class MisunderstoodSearch extends Error {}

interface NodeRequest {
  readonly node: SearchNode;
  readonly purpose: Purpose;
  readonly apiKey: string;
  readonly path: string;
  readonly body: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** @returns the body of the answer. @throws an error of the connection, or one with the status of the answer as `httpStatus` */
function post({ node, purpose, apiKey, path, body, timeoutMs, signal }: NodeRequest): Promise<string> {
  return new Promise((resolve, reject) => {
    const secure = node.url.startsWith('https:');
    const { httpAgent, httpsAgent } = node.agents[purpose];
    const request = (secure ? https : http).request(`${node.url}${path}`, {
      method: 'POST',
      agent: secure ? httpsAgent : httpAgent,
      headers: { 'X-TYPESENSE-API-KEY': apiKey, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
      ...(signal && { signal }),
    });
    const late = setTimeout(() => request.destroy(Object.assign(new Error(`no answer in ${timeoutMs} ms`), { code: 'ECONNABORTED' })), timeoutMs);
    const fail = (error: Error): void => {
      clearTimeout(late);
      reject(error);
    };
    request.on('error', fail);
    request.on('response', (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', fail);
      answer.on('end', () => {
        clearTimeout(late);
        const text = (chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)).toString();
        const status = answer.statusCode ?? 0;
        if (status < 300) resolve(text);
        else reject(Object.assign(new Error(`Request failed with HTTP code ${status}: ${text.slice(0, 1_000)}`), { httpStatus: status }));
      });
    });
    request.end(body);
  });
}
