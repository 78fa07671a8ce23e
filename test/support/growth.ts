/**
 * Requests that grow tenfold until their limit refuses them. An accepted request of ten times the size costs about ten times as much, never
 * the square of it; a refused one costs no work; and the server answers meanwhile. The long tests go on to large sizes, and
 * `BIG_BUT_LEGAL=long` to the largest, for some minutes.
 */
import { expect } from 'chai';
import type { Answer } from './client.ts';
import { type Asked, COUNTED, type Cost, type Counter, costOf } from './cost.ts';
import { ownNames, urns } from './make.ts';

const LONG = process.env.BIG_BUT_LEGAL === 'long';
export const run = ownNames('big')();

/** How many sizes `npm test` tries: two show how the cost grows. */
const FEW = 2;

/** How much ten times the size may cost, with the cost of jobs that run meanwhile. */
const TIMES = 12;
const BESIDE: Cost = { statements: 150, rows: 400, requests: 60, bytes: 100_000, steps: 4_000 };

export interface Growth {
  /** The request of this size. */
  readonly ask: (size: number) => Asked;
  /** Sizes that are accepted. */
  readonly sizes: readonly number[];
  /** Also accepted, in the long run. */
  readonly long?: readonly number[];
  /** Refused: the size, and a part of the message. Absent if the list has a natural end. */
  readonly over?: readonly [size: number, mention: string | RegExp];
  /** Another one, which grows alike and shows the same in `npm test`: this one is a long test. */
  readonly like?: string;
}

export const post = (path: string, json: unknown): Asked => ({ method: 'POST', path, sent: { json } });
export const upTo = <Item>(size: number, make: (index: number) => Item): Item[] => Array.from({ length: size }, (_, index) => make(index));
export const dataset = (index: number | string): string => urns.dataset(`${run}.${index}`);

/** How many requests were made: each measurement has its own entities. */
let asked = 0;

/** New ones for each request, so that each write is independent of the others. */
export const fresh = (room: string, size: number, index: number | string = ''): string => urns.dataset(`${run}.${room}${size}.${asked}.${index}`);

/** GraphQL refuses in an answer of 200. */
function refusalIn({ status: code, text, body }: Answer): string | undefined {
  expect(code, text.slice(0, 500)).to.be.below(500);
  const { errors } = (body ?? {}) as { errors?: unknown };
  if (code < 400 && !(Array.isArray(errors) && errors.length > 0)) return undefined;
  expect(text).not.to.match(/SERVER_ERROR|INTERNAL/);
  return text;
}

const tooMuch = (less: Cost, more: Cost, times: number): Counter[] =>
  COUNTED.filter((counter) => more[counter] > less[counter] * times * (TIMES / 10) + BESIDE[counter]);

/** The cost of a request of this size, which must not be refused. */
async function accepted(size: number, what: string, ask: Growth['ask']): Promise<Cost> {
  asked++;
  const { answer, cost } = await costOf(ask(size));
  const refusal = refusalIn(answer);
  if (refusal !== undefined) expect.fail(`${size} ${what}: ${refusal.slice(0, 500)}`);
  if (LONG) console.log(`      ${size}: ${COUNTED.map((counter: Counter) => `${cost[counter]} ${counter}`).join(', ')}`);
  return cost;
}

/** One test for each growth. */
export function describeGrowths(title: string, growths: Readonly<Record<string, Growth>>): void {
  describe(title, function () {
    this.timeout(LONG ? 1_200_000 : 300_000);
    for (const [what, { ask, sizes, long = [], over, like }] of Object.entries(growths)) {
      const grows = async (tried: readonly number[]): Promise<void> => {
        let before: { readonly size: number; readonly cost: Cost } | undefined;
        for (const size of tried) {
          let cost = await accepted(size, what, ask);
          // A job of the server that ran beside one request does not run beside three.
          for (let again = 0; again < 2 && before && tooMuch(before.cost, cost, size / before.size).length > 0; again++)
            cost = await accepted(size, what, ask);
          if (before) expect(tooMuch(before.cost, cost, size / before.size), `${size} ${what}: ${JSON.stringify([before.cost, cost])}`).to.be.empty;
          before = { size, cost };
        }
      };
      if (sizes.length > FEW || LONG) it(`${what}, to large sizes [long]`, () => grows([...sizes, ...(LONG ? long : [])]));
      it(`${what}${over ? `, up to a limit` : ''}${like === undefined ? '' : ' [long]'}`, async () => {
        await grows(sizes.slice(0, FEW));
        if (!over) return;
        const [size, mention] = over;
        const { answer, cost } = await costOf(ask(size));
        const refusal = refusalIn(answer);
        expect(refusal, `${what}: ${size} was taken`).to.be.a('string');
        expect(answer.headers.get('content-type')).to.match(/^application\/json/);
        expect((refusal as string).length).to.be.below(20_000);
        if (typeof mention === 'string') expect(refusal).to.include(mention);
        else expect(refusal).to.match(mention);
        for (const counter of ['statements', 'rows', 'requests', 'bytes'] as const) expect(cost[counter], counter).to.be.at.most(BESIDE[counter]);
      });
    }
  });
}
