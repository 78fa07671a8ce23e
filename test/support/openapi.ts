/**
 * The OpenAPI endpoints as their clients call them.
 */
import { expect } from 'chai';
import { type Answer, api, encode, type Sent } from './client.ts';
import { CODE } from './refusals.ts';

export type Json = Record<string, unknown>;
type Query = Record<string, string | number | boolean | readonly string[] | undefined>;

/** An entity as an answer shows it: in v3 aspects stand beside the URN, in v2 below `aspects`. */
export interface Shown extends Json {
  readonly urn: string;
}
export interface Page {
  readonly scrollId?: string;
  readonly entities: Shown[];
  readonly results: Shown[];
  readonly totalCount: number;
}

export interface Refused {
  readonly error: string;
  readonly message: string;
  readonly status: number;
  readonly code: string;
}

function queryText(query: Query): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((each) => `${name}=${encodeURIComponent(String(each))}`),
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

export function openapi(version: 'v2' | 'v3') {
  const base = `/openapi/${version}/entity`;
  const send = <Body>(method: string, path: string, query: Query = {}, sent: Sent = {}): Promise<Answer<Body>> =>
    api.send<Body>(method, `${base}${path}${queryText(query)}`, sent);
  return {
    send,
    entity: (type: string, urn: string, query: Query = {}) => send<Shown>('GET', `/${type}/${encode(urn)}`, query),
    head: (type: string, urn: string, query: Query = {}) => send('HEAD', `/${type}/${encode(urn)}`, query),
    aspect: (type: string, urn: string, aspect: string, query: Query = {}) => send<Json>('GET', `/${type}/${encode(urn)}/${aspect}`, query),
    post: (type: string, urn: string, aspect: string, json: unknown, query: Query = {}) =>
      send<Shown>('POST', `/${type}/${encode(urn)}/${aspect}`, query, { json }),
    patch: (type: string, urn: string, aspect: string, json: unknown, contentType = 'application/json-patch+json') =>
      send<Shown>('PATCH', `/${type}/${encode(urn)}/${aspect}`, {}, { json, headers: { 'Content-Type': contentType } }),
    remove: (type: string, urn: string, query: Query = {}) => send('DELETE', `/${type}/${encode(urn)}`, query),
    removeAspect: (type: string, urn: string, aspect: string) => send('DELETE', `/${type}/${encode(urn)}/${aspect}`),
    batch: <Body = Shown[]>(type: string, json: unknown, query: Query = {}) => send<Body>('POST', `/${type}`, query, { json }),
    list: (type: string, query: Query = {}) => send<Page>('GET', `/${type}`, query),
  };
}

/** What refusals of the OpenAPI endpoints look like (docs/semantics.md 1.2). */
export function expectRefused(answer: Answer, status: number, mention: string): Refused {
  expect(answer.status, answer.text).to.equal(status);
  expect(answer.headers.get('content-type'), answer.text).to.match(/^application\/json/);
  const body = answer.body as Refused;
  expect(body.error, answer.text).to.be.a('string').and.not.equal('');
  expect(body.status).to.equal(status);
  expect(body.code, answer.text).to.match(CODE);
  expect(`${body.error} ${body.message}`).to.include(mention);
  expect(answer.text).not.to.match(/\\n\s+at /);
  return body;
}

/** The answer's body, when its status is this one. */
export function body<Body>(answer: Answer<Body>, status = 200): Body {
  expect(answer.status, answer.text).to.equal(status);
  return answer.body;
}
