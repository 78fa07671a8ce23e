/**
 * Scrolling while others write and delete (docs/semantics.md 1.6): what is there all the time is given exactly once.
 */
import { expect } from 'chai';
import fc from 'fast-check';
import { api } from '../support/client.ts';
import { action, type Found, SYNC, search, where, writeAllSearchable } from '../support/find.ts';
import { deletion, ownNames, proposal, urns } from '../support/make.ts';
import { expectRefusal } from '../support/refusals.ts';

const own = ownNames('scroll');
const STAYING = 40;
/** By the end of the title. */
const RUNS = { '': 1, ' [long]': 13 };

const ORDERS = {
  'the best first': {},
  'by name': { sort: { field: 'name', order: 'ASCENDING' } },
  'by name, the last first': { sort: { field: 'name', order: 'DESCENDING' } },
  'by a number that not all have': { sort: { field: 'rowCount', order: 'ASCENDING' } },
  'by a number, the largest first': { sort: { field: 'rowCount', order: 'DESCENDING' } },
  'by two fields': {
    sortCriteria: [
      { field: 'rowCount', order: 'DESCENDING' },
      { field: 'name', order: 'ASCENDING' },
    ],
  },
  'by a text that not all have, the last first': { sort: { field: 'qualifiedName', order: 'DESCENDING' } },
  'by URN': { sort: { field: 'urn', order: 'DESCENDING' } },
} as const;

/** Names of which many are equal, differ in case, or are hard to compare. */
const NAMES = ['a', 'A', 'a_z', 'a.b', 'ab', 'b', 'B', 'ä', 'z', '漢字', '🙂', 'ﬀ'];

describe('Scrolling while others write', () => {
  const word = own().replaceAll('_', '');
  const platform = own();
  const filter = where({ field: 'platform', values: [urns.platform(platform)] });
  const staying = Array.from({ length: STAYING }, (_, n) => urns.dataset(`${'long.'.repeat(n % 2 === 0 ? 1 : 30)}stay${n}`, platform));
  const about = (urn: string, n: number) => [
    proposal(urn, 'datasetProperties', {
      name: NAMES[n % NAMES.length],
      ...(n % 3 === 0 ? {} : { qualifiedName: `q${n % 7}` }),
      description: `${word} ${'filler '.repeat(n % 5)}`,
      customProperties: {},
    }),
    ...(n % 3 === 0 ? [] : [proposal(urn, 'datasetProfile', { timestampMillis: 1, rowCount: n % 4 === 0 ? n - 20 : 2 ** 53 - 1 - (n % 4) })]),
  ];

  const page = async (input: string, count: number, order: object, scrollId: string | undefined): Promise<Found> => {
    const answer = await action<Found>('scrollAcrossEntities', {
      input,
      entities: ['dataset'],
      filter,
      count,
      ...order,
      ...(scrollId ? { scrollId } : {}),
    });
    expect(answer.status, answer.text).to.equal(200);
    return answer.body.value;
  };
  /** Everything that a scroll gives, with `between` carried out after each page. */
  const scrolled = async (input: string, count: number, order: object, between: (page: number) => Promise<void>): Promise<string[]> => {
    const urnsSeen: string[] = [];
    let scrollId: string | undefined;
    for (let at = 0; at === 0 || scrollId; at++) {
      const found = await page(input, count, order, scrollId);
      urnsSeen.push(...found.entities);
      scrollId = found.scrollId;
      if (scrollId) await between(at);
    }
    return urnsSeen;
  };

  before(() => writeAllSearchable(staying.flatMap(about)));

  for (const [title, order] of Object.entries(ORDERS)) {
    it(`${title}: pages together give all results, in the order of a search`, async () => {
      const all = (await search({ filter, ...order })).entities;
      expect(await scrolled('*', 7, order, async () => undefined)).to.deep.equal(all);
      expect(all).to.have.members(staying);
    });
  }

  for (const [more, numRuns] of Object.entries(RUNS))
    it(`what exists all the time is returned once, whatever is added or deleted between pages${more}`, async () => {
      const change = fc.record({ add: fc.array(fc.nat(STAYING * 2), { maxLength: 6 }), remove: fc.nat(8) });
      const input = fc.constantFrom('*', word);
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...Object.values(ORDERS)),
          input,
          fc.integer({ min: 1, max: 15 }),
          fc.array(change),
          async (order, text, count, changes) => {
            const passing: string[] = [];
            const seen = await scrolled(text, count, order, async (at) => {
              const { add, remove } = changes[at] ?? { add: [], remove: 0 };
              const gone = passing.splice(0, remove);
              const come = add.map((n) => ({ urn: urns.dataset(`${['', 'zz', 'long.'.repeat(30)][n % 3]}${own()}`, platform), n }));
              passing.push(...come.map(({ urn }) => urn));
              const proposals = [...gone.map((urn) => deletion(urn, 'datasetKey')), ...come.flatMap(({ urn, n }) => about(urn, n))];
              if (proposals.length > 0) await writeAllSearchable(proposals);
            });
            if (passing.length > 0) await writeAllSearchable(passing.map((urn) => deletion(urn, 'datasetKey')));
            expect(seen.filter((urn) => staying.includes(urn)).sort()).to.deep.equal([...staying].sort());
            expect(new Set(seen).size).to.equal(seen.length);
          },
        ),
        { numRuns, seed: 20_261_121 },
      );
    });

  it('the last hit of a page may be deleted before the next page is read', async () => {
    const [one, two, three] = Array.from({ length: 3 }, (_, n) => urns.dataset(`going${n}${own()}`, platform)) as [string, string, string];
    const goes = where({ field: 'urn', values: [one, two, three] });
    await writeAllSearchable([one, two, three].flatMap(about));
    const ask = async (scrollId?: string) =>
      (await action<Found>('scrollAcrossEntities', { input: '*', entities: ['dataset'], filter: goes, count: 1, ...(scrollId ? { scrollId } : {}) }))
        .body.value;
    const first = await ask();
    await writeAllSearchable(first.entities.map((urn) => deletion(urn, 'datasetKey')));
    const second = await ask(first.scrollId);
    const third = await ask(second.scrollId);
    expect([...first.entities, ...second.entities, ...third.entities].sort()).to.deep.equal([one, two, three].sort());
    expect(third.scrollId).to.equal(undefined);
    await api.send('POST', '/aspects?action=ingestProposalBatch', { json: { proposals: [deletion(two, 'datasetKey')] }, headers: SYNC });
  });

  for (const scrollId of [
    'x',
    Buffer.from('{"start":1}').toString('base64url'),
    Buffer.from('{"section":0,"start":1,"key":"x"}').toString('base64url'),
  ]) {
    it(`an invalid scrollId is refused: ${scrollId}`, async () => {
      expectRefusal(await action('scrollAcrossEntities', { input: '*', entities: ['dataset'], scrollId }), 400, 'scrollId');
    });
  }
});
