/**
 * Random texts and filters: total, facets and filters of one search say the same, whatever kind of list it is (docs/semantics.md 9.3, 9.5).
 */
import { expect } from 'chai';
import fc from 'fast-check';
import { action, type Found, writeAllSearchable } from '../../support/find.ts';
import { ownNames, proposal, schemaMetadata, tags, urns } from '../../support/make.ts';

const own = ownNames('totals');
const end = own()
  .replace(/[^a-z]/g, '')
  .slice(-5);
const WORDS = ['card', 'legality', 'foreign', 'order', 'ledger', 'planet'].map((word) => `${word}${end}q`);
const w = (at: number): string => WORDS[at % WORDS.length] ?? '';
const [north, south] = [own('north'), own('south')];

interface Criterion {
  field: string;
  values: string[];
}

const word = fc.constantFrom(...WORDS, ...WORDS.map((each) => `${each}s`), 'data', 'table', `missing${end}`);
const text = fc.oneof(
  fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')),
  fc.array(word, { minLength: 2, maxLength: 4 }).map((words) => `which ${words.join(' and the ')} are there?`),
  fc.tuple(word, word).map(([one, other]) => `"${one} ${other}" ${one}`),
  fc.tuple(word, word).map(([one, other]) => `${one} OR ${other}`),
  fc.tuple(word, word).map(([one, other]) => `name:${one} ${other}`),
);
const criterion: fc.Arbitrary<Criterion> = fc.oneof(
  fc.constantFrom(north, south).map((name) => ({ field: 'platform', values: [urns.platform(name)] })),
  fc.constantFrom('red', 'green').map((name) => ({ field: 'tags', values: [urns.tag(name + end)] })),
  fc.constantFrom('DATASET', 'tag', 'dataPlatform', 'chart').map((type) => ({ field: '_entityType', values: [type] })),
);
const types = fc.constantFrom<string[]>([], [], ['dataset'], ['dataset', 'tag', 'dataPlatform']);

async function asked(input: string, entities: string[], and: Criterion[], more: object = {}): Promise<Found> {
  const searchFlags = { maxAggValues: 1_000 };
  const filter = and.length > 0 ? { or: [{ and }] } : undefined;
  const answer = await action<Found>('searchAcrossEntities', { input, entities, start: 0, count: 200, searchFlags, filter, ...more });
  expect(answer.status, answer.text).to.equal(200);
  return answer.body.value;
}

/** By the end of the title. */
const RUNS = { '': 4, ' [long]': 46 };

describe('Total, facets and filters of a search agree', () => {
  before(() =>
    writeAllSearchable([
      ...Array.from({ length: 40 }, (_, n) =>
        urns.dataset(`${w(n * 7)}.${w(n)}${n % 3 === 0 ? `_${w(n + 1)}` : ''}_${own()}`, n % 4 ? north : south),
      ).flatMap((urn, n) => [
        proposal(urn, 'schemaMetadata', schemaMetadata(['id', w(n + 2), ...(n % 5 ? [w(n + 3)] : [])])),
        proposal(urn, 'globalTags', tags(...(n % 2 ? [urns.tag(`red${end}`)] : []), ...(n % 7 ? [] : [urns.tag(`green${end}`)]))),
      ]),
      ...WORDS.flatMap((each, n) => [
        proposal(urns.tag(each), 'tagProperties', { name: `${each} ${w(n + 1)}` }),
        proposal(urns.platform(each), 'dataPlatformInfo', {
          name: each,
          displayName: `${each} ${w(n + 1)}`,
          type: 'OTHERS',
          datasetNameDelimiter: '.',
        }),
        proposal(urns.term(each), 'glossaryTermInfo', { name: each, definition: `what ${w(n + 2)} means`, termSource: 'INTERNAL' }),
      ]),
    ]),
  );

  for (const [more, numRuns] of Object.entries(RUNS))
    it(`whatever is asked for${more}`, () =>
      fc.assert(
        fc.asyncProperty(text, types, fc.array(criterion, { maxLength: 2 }), fc.nat(), async (input, entities, and, pick) => {
          const found = await asked(input, entities, and);
          const facets = found.metadata.searchResultMetadatas.map(({ name, aggregations }) => ({ name, values: Object.entries(aggregations) }));
          expect(found.entities, input).to.have.length(found.numEntities);
          if (entities.length !== 1) {
            const counts = facets.find(({ name }) => name === '_entityType')?.values ?? [];
            expect(
              counts.reduce((sum, [, count]) => sum + count, 0),
              input,
            ).to.equal(found.numEntities);
            if (entities.length === 0) expect(counts.map(([type]) => type)).to.not.include('dataPlatform');
          }
          const values = facets.flatMap(({ name, values: all }) => all.map(([value, count]) => ({ field: name, value, count })));
          for (const at of [0, 1, 2]) {
            const one = values[(pick + at * 5) % Math.max(1, values.length)];
            if (!one) return;
            const narrowed = await asked(input, entities, [...and, { field: one.field, values: [one.value] }]);
            expect(narrowed.numEntities, JSON.stringify([input, entities, and, one])).to.equal(one.count);
          }
        }),
        { numRuns },
      ));
});
