/**
 * Many edits, thousands in the long tests: afterwards every word, and every long value, finds the entities that say it, and no other
 * (docs/engines.md 7).
 */
import { expect } from 'chai';
import { search, where, writeAllSearchable } from '../support/find.ts';
import { ownNames, proposal, tags, urns } from '../support/make.ts';

const own = ownNames('forgets');
/** By the end of the title. */
const SIZES = { '': { rounds: 4, datasets: 15, words: 20 }, ' [long]': { rounds: 15, datasets: 100, words: 150 } };
/** `WORDS_SEED=<seed>` makes the same edits again. */
const SEED = Number(process.env.WORDS_SEED ?? Math.floor(Math.random() * 2 ** 31));

let state = SEED;
function random(below: number): number {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
  return Math.floor((state / 2 ** 31) * below);
}

const run = own('w').replaceAll('_', '');
/** All of one length: none is the beginning of another. */
const word = (n: number): string => `${run}n${String(n).padStart(3, '0')}`;
/** So long that its code is several words, of which the first are those of others too. */
const longTag = (n: number): string => urns.tag(`${run}.${'a long way down / '.repeat(12)}${n}`);

/** As people write: the word stands several times, in several cases, in names and in texts. */
function aspectsOf(urn: string, own: readonly number[]) {
  const said = own.map(word);
  const [first = ''] = said;
  return [
    proposal(urn, 'datasetProperties', {
      name: `${first}_${first}`,
      description: `${said.join(' and ')}. ${said.map((each) => each.toUpperCase()).join(', ')}: ${said.join('; ')}, as said`,
      customProperties: Object.fromEntries(
        said.flatMap((each) => [`${each}.a`, `${each}.b`]).map((key) => [key, `${key.repeat(8)} ${key.repeat(8)}`]),
      ),
    }),
    proposal(urn, 'globalTags', tags(...own.map(longTag))),
  ];
}

for (const [more, { rounds, datasets, words }] of Object.entries(SIZES))
  describe(`Search after many edits (seed ${SEED})${more}`, () => {
    const all = Array.from({ length: datasets }, (_, n) => urns.dataset(`${run}.t${n}`));
    const says = new Map<string, Set<number>>();

    before(async () => {
      for (let round = 0; round < rounds; round++) {
        for (const urn of all) says.set(urn, new Set([random(words), random(words), random(words)]));
        await writeAllSearchable(all.flatMap((urn) => aspectsOf(urn, [...(says.get(urn) ?? [])])));
      }
    });

    /** The first of the words by which not exactly those are found that say it. */
    async function wrong(find: (n: number) => Promise<string[]>): Promise<string[]> {
      const differences: string[] = [];
      for (let n = 0; n < words; n++) {
        const right = all.filter((urn) => says.get(urn)?.has(n)).sort();
        // What nobody says is looked for with typos.
        if (right.length === 0) continue;
        const found = (await find(n)).sort();
        if (found.join() !== right.join()) differences.push(`${word(n)}: ${found.length} found, ${right.length} say it`);
      }
      return differences;
    }

    it('every word finds all entities that contain it', async () => {
      expect(await wrong(async (n) => (await search({ input: word(n) })).entities)).to.deep.equal([]);
    });

    it('so does a word in one field', async () => {
      expect(await wrong(async (n) => (await search({ input: `description:${word(n)}` })).entities)).to.deep.equal([]);
    });

    it('so does a long value as a filter', async () => {
      expect(await wrong(async (n) => (await search({ filter: where({ field: 'tags', values: [longTag(n)] }) })).entities)).to.deep.equal([]);
    });

    it('so does a long value in any case', async () => {
      const value = (n: number): string => `${word(n)}.a=${`${word(n)}.a`.repeat(8)} ${`${word(n)}.a`.repeat(8)}`.toUpperCase();
      const found = async (n: number) =>
        (await search({ filter: where({ field: 'customProperties', condition: 'IEQUAL', values: [value(n)] }) })).entities;
      expect(await wrong(found)).to.deep.equal([]);
    });
  });
