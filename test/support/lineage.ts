/**
 * Lineage and reads as of a time, as clients ask for them.
 */
import { expect } from 'chai';
import { type Answer, api, type Entity, encode, type Related } from './client.ts';

export interface Lineage {
  urn: string;
  direction: string;
  start: number;
  count: number;
  total: number;
  filtered: number;
  degrees: Record<string, number>;
  entities: { urn: string; degree: number; path: string[]; relationships: string[] }[];
}

export interface Range {
  start: number;
  count: number;
  total: number;
  values: {
    version: number;
    aspect: Record<string, Record<string, unknown>>;
    created: { time: number; actor: string };
    systemMetadata: { version: string };
  }[];
}

type Query = Record<string, string | number | boolean | undefined>;

function text(query: Query): string {
  return Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

export const askLineage = (urn: string, direction: string, query: Query = {}): Promise<Answer<Lineage>> =>
  api.send<Lineage>('GET', `/lineage?${text({ urn: encode(urn), direction, ...query })}`);

/** The reached entities, or a failure. */
export async function lineage(urn: string, direction: 'UPSTREAM' | 'DOWNSTREAM', query: Query = {}): Promise<Lineage> {
  const answer = await askLineage(urn, direction, query);
  expect(answer.status, answer.text).to.equal(200);
  return answer.body;
}

/** `<degree> <urn>` of everything that is reached. */
export async function reached(urn: string, direction: 'UPSTREAM' | 'DOWNSTREAM', query: Query = {}): Promise<string[]> {
  return (await lineage(urn, direction, query)).entities.map(({ degree, urn: far }) => `${degree} ${far}`);
}

export const askAspects = <Body = Range>(urn: string, query: Query): Promise<Answer<Body>> =>
  api.send<Body>('GET', `/aspects/${encode(urn)}?${text(query)}`);

export const entityAsOf = (urn: string, asOf: number | string): Promise<Answer<Entity>> =>
  api.send<Entity>('GET', `/entitiesV2/${encode(urn)}?asOf=${asOf}`);

export const relationsAsOf = (urn: string, direction: string, asOf: number | string): Promise<Answer<Related>> =>
  api.relationships(urn, direction, { asOf, count: 10_000 });

/** A time after everything written so far, and before everything written later: the clock advances before it resolves. */
export async function moment(): Promise<number> {
  const time = Date.now();
  while (Date.now() <= time) await new Promise((resolve) => setImmediate(resolve));
  return time;
}
