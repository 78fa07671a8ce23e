/**
 * Requests of every row of every API about something that is hidden, each with its twin about something that does not exist. The rows are those that the
 * server itself lists, and the requests follow from what it says of their parameters: a new row is asked without a line here.
 */
import { type Answer, encode, makeClient } from '../client.ts';
import { SVC } from '../names.ts';
import type { RunningCairn } from '../process.ts';
import { makeRandom } from '../random.ts';
import type { Ask, Row } from '../sight/asks.ts';
import { comparable } from '../sight/compare.ts';
import { rowsOf } from '../sight/proof.ts';
import { makeValues, type Values } from '../sight/values.ts';
import type { Write } from '../sight/writes.ts';
import { ABSENT, HIDDEN } from './cloaked.ts';

export type Headers = Readonly<Record<string, string>>;
export type AskAs = (headers: Headers, ask: Ask) => Promise<Answer>;

export function askerOf(cairn: RunningCairn, now: number): AskAs {
  const client = makeClient(() => cairn.url, SVC);
  return (headers, { method, path, json, headers: own }) => {
    const timed = (text: string): string => text.replaceAll(/"?@time:\d+@"?/g, String(now));
    const body = json === undefined ? {} : { text: timed(JSON.stringify(json)) };
    return client.send(method, timed(path), {
      ...body,
      headers: { ...(json !== undefined && { 'Content-Type': 'application/json' }), ...own, ...headers },
    });
  };
}

/** All rows that show or change something of entities. */
export function everyRow(cairn: RunningCairn, as: AskAs): Promise<Row[]> {
  return rowsOf({
    cairn,
    ask: (ask) => as({}, ask),
    json: async <Body>(path: string, json: unknown) => (await as({}, { row: path, method: 'POST', path, json })).body as Body,
  });
}

export const writes = ({ about }: Row): boolean => about === 'hidden';

/** A request, and the same about what does not exist. */
export interface Twins {
  readonly hidden: Ask;
  readonly absent: Ask;
}

function twinsOf(hidden: Ask): Twins {
  return { hidden, absent: JSON.parse(JSON.stringify(hidden).replaceAll(HIDDEN, ABSENT)) as Ask };
}

/** What a write says beside its value, and what tests a value: each shows something of what is there. */
const PRECONDITIONS: readonly Headers[] = [
  { 'If-Version-Match': '77' },
  { 'If-None-Match': '*' },
  { 'If-Match': '*' },
  { 'If-Unmodified-Since': '2020-01-01T00:00:00Z' },
  { 'If-Modified-Since': '2020-01-01T00:00:00Z' },
];
const CHANGES = ['UPSERT', 'CREATE', 'CREATE_ENTITY', 'UPDATE', 'DELETE', 'RESTATE'];
const TEST = [{ op: 'test', path: '/description', value: 'a guess' }];

/** The same write with each precondition, of each kind of change, as a test, and as a dry run. Mutations and tools share their ways: one header each. */
function variantsOf(ask: Ask, turn: number): Ask[] {
  const changed = (change: (record: Record<string, unknown>) => Record<string, unknown>): Ask => {
    const walk = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(walk);
      if (typeof value !== 'object' || value === null) return value;
      return change(Object.fromEntries(Object.entries(value).map(([name, each]) => [name, walk(each)])));
    };
    return { ...ask, json: walk(ask.json) };
  };
  const where = (name: string, more: Record<string, unknown>): Ask => changed((record) => (name in record ? { ...record, ...more } : record));
  const query = (more: string): Ask => ({ ...ask, path: `${ask.path}${ask.path.includes('?') ? '&' : '?'}${more}` });
  const [header] = [PRECONDITIONS[turn % PRECONDITIONS.length] ?? {}];
  if (/^\/(mcp|api\/graphql)/.test(ask.path)) return [{ ...ask, headers: { ...ask.headers, ...header } }];
  const all: Ask[] = [
    ...PRECONDITIONS.flatMap((headers) => [{ ...ask, headers }, where('aspectName', { headers }), where('value', { headers })]),
    ...CHANGES.map((changeType) => where('changeType', { changeType })),
    where('changeType', {
      changeType: 'PATCH',
      aspectName: 'datasetProperties',
      aspect: { value: JSON.stringify({ patch: TEST }), contentType: 'application/json' },
    }),
    where('patch', { patch: TEST }),
    where('urn', { dryRun: true }),
    ...(ask.path.startsWith('/openapi') ? ['createIfNotExists=true', 'createIfEntityNotExists=true', 'async=true'].map(query) : []),
  ];
  const sent = new Set([JSON.stringify(ask)]);
  return all.filter((each) => {
    const text = JSON.stringify(each);
    const isNew = !sent.has(text);
    sent.add(text);
    return isNew;
  });
}

/** How often other values are tried until a request names something hidden and has the form that the row wants. */
const TRIES = 30;

export interface DoorAnswers {
  /** Why nothing could be asked. */
  readonly not?: 'named' | 'formed';
  /** Requests that are answered otherwise than their twins. */
  readonly differences: readonly string[];
}

/** Asks a row about what is hidden from a reader, and about what does not exist. @param turn which precondition, where there is one */
export async function askDoor(row: Row, values: Values, ask: (ask: Ask) => Promise<Answer>, turn: number): Promise<DoorAnswers> {
  let isNamed = false;
  for (let tries = 0; tries < TRIES; tries++) {
    const { next: _, ...own } = row.ask(values);
    if (!JSON.stringify(own).includes(HIDDEN)) continue;
    isNamed = true;
    const first = await differenceOf(twinsOf(own), ask);
    if (first.status === 400) continue;
    const all = [first];
    if (writes(row)) for (const variant of variantsOf(own, turn)) all.push(await differenceOf(twinsOf(variant), ask));
    return { differences: all.flatMap(({ said }) => said ?? []) };
  }
  return { not: isNamed ? 'formed' : 'named', differences: [] };
}

async function differenceOf(
  { hidden, absent }: Twins,
  ask: (ask: Ask) => Promise<Answer>,
): Promise<{ readonly status: number; readonly said?: string }> {
  const [one, other] = await Promise.all([ask(hidden), ask(absent)]);
  if (plainAnswer(one) === plainAnswer(other)) return { status: one.status };
  const said = [hidden.row, JSON.stringify(hidden), `${one.status} ${one.text}`, `${other.status} ${other.text}`].map((text) => text.slice(0, 600));
  return { status: one.status, said: said.join('\n    ') };
}

/** Values that name what is hidden from a reader and nothing else. */
export function valuesOf(world: readonly Write[], hidden: ReadonlySet<string>, seed: number): Values {
  const seen = new Set(world.map(({ urn }) => urn).filter((urn) => !hidden.has(urn)));
  return makeValues(makeRandom(seed), { writes: world }, { seen, columns: [] }, true);
}

/** An answer without what belongs to a request, and without the name that was asked for. What a refusal says counts, too. */
function plainAnswer({ status, headers, text }: Answer): string {
  const kept = { status, headers, text: text.replaceAll(ABSENT, HIDDEN).replaceAll('not-allowed', 'refused') };
  return comparable(kept, Date.now() - DAY_MS).replaceAll(ABSENT, HIDDEN);
}

const DAY_MS = 86_400_000;

/** As in the path of a request. */
export const pathOf = (urn: string): string => `/openapi/v3/entity/${urn.split(':')[2]?.toLowerCase()}/${encode(urn)}`;
