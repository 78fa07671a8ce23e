/**
 * The legacy API as its clients call it. Every answer has status, headers, text and parsed JSON.
 */
import { request } from 'node:http';
import { note } from './api-calls.ts';
import { type Names, SVC } from './names.ts';
import { sharedCairn } from './shared.ts';

export interface Answer<Body = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Body;
}

export interface Stamp {
  time: number;
  actor: string;
}
export interface Enveloped {
  name: string;
  type: string;
  version: number;
  value: Record<string, unknown>;
  created: Stamp;
  systemMetadata?: Record<string, unknown> & { version: string; runId: string; lastRunId: string; lastObserved: number };
}
export interface Entity {
  urn: string;
  entityName: string;
  aspects: Record<string, Enveloped>;
}
export interface VersionedAspect {
  version: number;
  aspect: Record<string, Record<string, unknown>>;
}
export interface Related {
  start: number;
  count: number;
  total: number;
  relationships: { type: string; entity: string }[];
  entities: string[];
}
export interface Series {
  value: {
    limit: number;
    aspectName: string;
    entityName: string;
    startTimeMillis?: number;
    endTimeMillis?: number;
    values: { aspect: { value: string; contentType: string }; systemMetadata?: Record<string, unknown> }[];
  };
}
export interface BatchItem {
  urn?: string;
  aspectName?: string;
  outcome: string;
  status?: number;
  code?: string;
  message?: string;
  details?: { pointer: string; expected: string; got?: unknown }[];
}

export type Proposal = Record<string, unknown>;
type Query = Record<string, string | number | undefined>;

export interface Sent {
  readonly headers?: Record<string, string>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent unchanged. */
  readonly text?: string | Buffer<ArrayBuffer>;
}

export function encode(urn: string): string {
  return encodeURIComponent(urn).replaceAll('(', '%28').replaceAll(')', '%29');
}

function queryText(query: Query): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  return pairs.map(([name, value]) => `${name}=${String(value)}`).join('&');
}

/** @param url read at each call, because the server may not run yet */
export function makeClient(url: () => string, names: Names) {
  async function send<Body = unknown>(method: string, path: string, { headers = {}, json, text }: Sent = {}): Promise<Answer<Body>> {
    const body = text ?? (json === undefined ? undefined : JSON.stringify(json));
    const answer = await fetch(url() + path, {
      method,
      headers: { [names.protocolHeader]: '2.0.0', ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body }),
    });
    return read<Body>(answer.status, answer.headers, await answer.text());
  }
  const post = <Body = unknown>(path: string, json: unknown, headers: Record<string, string> = {}) => send<Body>('POST', path, { json, headers });

  return {
    names,
    send,
    /** Sends a path unchanged, byte by byte; `fetch` would normalise it. */
    raw: <Body = unknown>(path: string, headers: Record<string, string> = {}): Promise<Answer<Body>> => rawGet<Body>(url(), path, headers),
    ingestProposal: (proposal: unknown, headers: Record<string, string> = {}) =>
      post<{ value: string }>('/aspects?action=ingestProposal', { proposal }, headers),
    ingestProposalBatch: (proposals: unknown) => post<{ value: unknown }>('/aspects?action=ingestProposalBatch', { proposals }),
    ingestEach: (proposals: unknown) =>
      post<{ value: { written: number; refused: number; items: BatchItem[] } }>('/aspects?action=ingestProposalBatch', { proposals, perItem: true }),
    entity: (urn: string, aspects?: string) => send<Entity>('GET', `/entitiesV2/${encode(urn)}${aspects === undefined ? '' : `?aspects=${aspects}`}`),
    entities: (ids: string, aspects?: string) =>
      send<{ results: Record<string, Entity>; statuses: object; errors: object }>('GET', `/entitiesV2?${queryText({ ids, aspects })}`, {
        headers: { [names.methodHeader]: 'batch_get' },
      }),
    aspect: (urn: string, aspect: string, version?: number | string) =>
      send<VersionedAspect>('GET', `/aspects/${encode(urn)}?${queryText({ aspect, version })}`),
    relationships: (urn: string, direction: string, query: Query = {}) =>
      send<Related>('GET', `/relationships?${queryText({ urn: encode(urn), direction, ...query })}`),
    series: (params: unknown) => post<Series>('/aspects?action=getTimeseriesAspectValues', params),
  };
}

export type Client = ReturnType<typeof makeClient>;

/** Calls the Cairn that all tests share. */
export const api: Client = makeClient(() => sharedCairn().url, SVC);

function read<Body>(status: number, headers: Headers, text: string): Answer<Body> {
  const json = /json/.test(headers.get('content-type') ?? '') && text !== '';
  return { status, headers, text, body: (json ? JSON.parse(text) : undefined) as Body };
}

function rawGet<Body>(url: string, path: string, headers: Record<string, string>): Promise<Answer<Body>> {
  const { hostname, port } = new URL(url);
  note({ method: 'GET', address: path, fields: [] });
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, headers, agent: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk) => (text += chunk));
      answer.on('end', () => resolve(read<Body>(answer.statusCode ?? 0, new Headers(answer.headers as Record<string, string>), text)));
    });
    asked.on('error', reject);
    asked.end();
  });
}
