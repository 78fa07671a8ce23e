/** The table of the calls of the core: each call hides what its row says it hides, asked by a reader who may not see it. */
import { expect } from 'chai';
import { policiesOf } from '../../../src/access/index.ts';
import { afterwards } from '../../../src/catalog/access/afterwards.ts';
import type { Closure } from '../../../src/catalog/access/closed.ts';
import { restricted } from '../../../src/catalog/access/restricted.ts';
import type { Viewer } from '../../../src/catalog/access/viewer.ts';
import type { View } from '../../../src/catalog/access/views.ts';
import { withholding } from '../../../src/catalog/access/withholding.ts';
import { callsFor, type SenderCalls } from '../../../src/catalog/by-rows.ts';
import type { Catalog } from '../../../src/catalog/calls.ts';
import type { Call, CallRow } from '../../../src/catalog/row.ts';
import { ROWS } from '../../../src/catalog/rows.ts';
import { SERVER } from '../../../src/catalog/sender.ts';
import { Refusal } from '../../../src/errors.ts';
import { criterion } from '../../../src/search/index.ts';
import { model } from '../support/model.ts';
import { EXAMPLES, HIDDEN, NEAR, SECRET, tellingCore } from '../support/telling-core.ts';

type Row = CallRow<Call>;
type Ask = (...request: readonly unknown[]) => Promise<unknown>;

interface Example {
  readonly requests: readonly (readonly unknown[])[];
}

/** All rows by the names of their calls, such as `runs.list`. */
const ALL: readonly (readonly [name: string, row: Row])[] = Object.entries<object>(ROWS).flatMap(([name, entry]) =>
  'gives' in entry ? [[name, entry as Row] as const] : Object.entries(entry).map(([own, row]) => [`${name}.${own}`, row as Row] as const),
);

function at<Found>(where: object, name: string): Found {
  return name.split('.').reduce<unknown>((found, part) => (found as Readonly<Record<string, unknown>> | undefined)?.[part], where) as Found;
}

const requestsOf = (name: string): Example['requests'] => at<Example | undefined>(EXAMPLES, name)?.requests ?? [];
const ask = (core: object, name: string, request: readonly unknown[]): Promise<unknown> => Promise.resolve(at<Ask>(core, name)(...request));
const outcome = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);
const codeOf = (error: unknown): string | undefined => (error instanceof Refusal ? error.code : undefined);
/** Maps and URNs included. */
const textOf = (value: unknown): string => JSON.stringify(value, (_, each) => (each instanceof Map ? [...each] : each)) ?? '';

const telling = tellingCore(ROWS);
const whole = { ...telling, model, people: { ...at<object>(telling, 'people'), policies: async () => policiesOf([]) } } as unknown as Catalog;
const ANN = 'urn:svc:corpuser:ann';

const among: Viewer['among'] = async (urns) => new Set(urns.filter((urn) => !urn.includes(HIDDEN)));
const viewer: Viewer = { user: ANN, columns: undefined, filter: criterion('urn', 'IN', NEAR), among, mayName: () => false };
const part = restricted(whole, viewer, true);

describe('The table of the calls', () => {
  for (const [name, row] of ALL.filter(([, { part }]) => part.is === 'refused'))
    it(`refuses to a reader of a part: ${name}`, async () => {
      expect(codeOf(await outcome(ask(part, name, []))), String(row.gives)).to.equal('not-allowed');
    });

  for (const [name, { part: rule }] of ALL.filter(([, { part }]) => !['refused', 'same'].includes(part.is)))
    it(`hides from a reader of a part: ${name}`, async () => {
      const requests = requestsOf(name);
      expect(requests, 'examples in test/unit/support/telling-core.ts').to.not.have.length(0);
      for (const request of requests) {
        const [told, left] = [await ask(whole, name, request), await outcome(ask(part, name, request))];
        if (left instanceof Error) expect(codeOf(left), String(left)).to.match(/^no-such|^not-allowed$/);
        else expect(left).to.not.deep.equal(told);
        const isNamed = textOf(request).includes(HIDDEN);
        expect(textOf(left), rule.is).to.not.include(isNamed ? SECRET : HIDDEN);
      }
    });

  it('lets nothing pass to a reader of a part but what tells of no entity, or what rights judge', () => {
    const passing = ALL.filter(([, { part, gives, sender }]) => part.is === 'same' && gives !== 'nothing' && sender === undefined);
    expect(passing.map(([name]) => name)).to.deep.equal(['closed']);
  });

  for (const [name, { sender }] of ALL.filter(([, { part, sender }]) => sender !== undefined && part.is !== 'refused'))
    it(`refuses to a reader of a part what nobody judges: ${name}`, async () => {
      const refusal = await outcome(ask(restricted(whole, viewer), name, []));
      expect(String(refusal)).to.include(`${sender} without being judged`);
    });

  const closed = {
    missing: ['VIEW_DATASET_PROFILE'],
    opened: async () => () => undefined,
    concerns: () => true,
    mayName: () => false,
    privilegesFor: () => [],
    inSearch: () => ({ fields: new Map(), properties: new Set(), others: new Set(), ofTables: new Set(), worded: criterion('urn', 'IN', NEAR) }),
  } as unknown as Closure;
  const without = withholding(whole, ANN, closed);
  const isSearch = (name: string): boolean => /search|suggest$|browse$|folders|countLineage/.test(name);

  for (const [name] of ALL.filter(([name, { closed }]) => closed.is === 'stripped' && !isSearch(name) && name !== 'closed'))
    it(`gives no values that are closed: ${name}`, async () => {
      for (const request of requestsOf(name)) {
        if (!name.startsWith('timeline')) expect(textOf(await ask(whole, name, request))).to.include(SECRET);
        const left = await outcome(ask(without, name, request));
        if (left instanceof Error) expect(codeOf(left), String(left)).to.match(/^no-such|^not-allowed$/);
        expect(textOf(left)).to.not.include(SECRET);
      }
    });

  for (const [name] of ALL.filter(([, { closed }]) => closed.is === 'refused'))
    it(`refuses to who may not read all values: ${name}`, async () => {
      expect(codeOf(await outcome(ask(without, name, [])))).to.equal('not-allowed');
    });

  for (const [name] of ALL.filter(([name, { closed }]) => closed.is === 'stripped' && isSearch(name)))
    it(`searches by nothing that is closed: ${name}`, async () => {
      const requests: unknown[] = [];
      const noting = { ...whole, [name]: async (...request: unknown[]) => requests.push(...request) } as Catalog;
      await ask(withholding(noting, ANN, closed), name, requestsOf(name)[0] ?? []);
      const namings = requests.flatMap((each) =>
        each instanceof Object && 'naming' in each ? [each.naming] : 'closed' in Object(each) ? [each] : [],
      );
      expect(namings).to.have.length(1);
      expect(namings[0]).to.have.property('closed');
    });

  it('hands the sender to the calls that are done for a sender or search, and to no others', async () => {
    const echo = (rows: object): object =>
      Object.fromEntries(
        Object.entries(rows).map(([name, row]: [string, object]) => [name, 'gives' in row ? async (...request: unknown[]) => request : echo(row)]),
      );
    const sender = { ...SERVER, decided: { user: ANN } };
    const calls = callsFor(echo(ROWS) as SenderCalls, sender);
    for (const [name, row] of ALL)
      expect(await ask(calls, name, ['asked']), name).to.deep.equal(row.sender === undefined && !row.searches ? ['asked'] : [sender, 'asked']);
  });

  it('makes an answer again if rights have changed under way, where the row says so', async () => {
    const [first, second] = ['first', 'second'].map((by) => ({ by, sight: undefined, closed: undefined, columns: undefined }));
    for (const [name, { again }] of ALL) {
      const core = afterwards(
        {
          open: (view) => tellingCore(ROWS, examplesOf(ROWS, view === first ? 'first' : 'second')) as Catalog,
          decided: { user: ANN },
          facts: { look: async () => ({ head: { name: 'log', epoch: 'e', seq: 0 }, rows: async () => new Map(), hierarchy: async () => [] }) },
          people: { view: async () => second as View },
        },
        first as View,
      );
      expect(await ask(core, name, []), name).to.equal(again ? 'second' : 'first');
    }
  });
});

/** Examples that all answer the same. */
function examplesOf(rows: object, answer: string): object {
  return Object.fromEntries(
    Object.entries(rows).map(([name, row]: [string, object]) => [
      name,
      'gives' in row ? { requests: [[]], answer: () => answer } : examplesOf(row, answer),
    ]),
  );
}
