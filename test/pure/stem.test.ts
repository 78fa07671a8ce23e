/**
 * Inflections of a word have one stem; other words keep their own (src/search/document/stem.ts).
 */
import { expect } from 'chai';
import { askedForm, indexedForms, isInflected, sharedBeginning, stem } from '../../src/search/document/stem.ts';

const SAME = [
  ['student', 'students'],
  ['city', 'cities'],
  ['address', 'addresses'],
  ['enroll', 'enrolls', 'enrolled', 'enrolling'],
  ['title', 'titles', 'titled'],
  ['rate', 'rates', 'rated', 'rating'],
  ['movie', 'movies'],
  ['study', 'studies', 'studied'],
  ['person', 'people'],
  ['state', 'states', 'stated', 'stating'],
  ['status', 'statuses'],
  ['course', 'courses'],
  ['warehouse', 'warehouses'],
  ['purchase', 'purchases', 'purchased', 'purchasing'],
  ['run', 'runs', 'running'],
  ['analysis', 'analyses'],
] as const;

const OTHER = [
  ['customer', 'custom'],
  ['status', 'state'],
  ['news', 'new'],
  ['organ', 'organization'],
  ['sing', 'king'],
  ['addresses2', 'address'],
] as const;

describe('the stem of a word', () => {
  for (const [first, ...others] of SAME) {
    it(`is the same for ${[first, ...others].join(', ')}`, () => {
      for (const word of others) expect(stem(word), word).to.equal(stem(first));
    });
  }

  for (const [one, other] of OTHER) {
    it(`differs for ${one} and ${other}`, () => {
      expect(stem(one)).not.to.equal(stem(other));
    });
  }

  it('leaves what is no English word as it is', () => {
    for (const word of ['id', 'é', '代码', 'x1s', 'qxabcds1', 'constructor', '__proto__']) expect(stem(word)).to.equal(word);
  });

  it('asks for each form of a word by a form that the index has for all others', () => {
    for (const [first, ...others] of SAME) {
      const all = [first, ...others];
      for (const asked of all) for (const word of all) expect([word, ...indexedForms(word)], `${asked} finds ${word}`).to.include(askedForm(asked));
    }
  });

  it('asks for a noun with its e: the beginning `stat` would find `status`', () => {
    for (const word of ['state', 'states']) expect(askedForm(word)).to.equal('state');
    for (const word of ['status', 'statuses']) expect(askedForm(word)).to.equal('status');
  });

  it('says which letters all forms begin with', () => {
    for (const [first, ...others] of [...SAME, ['foot', 'feet'] as const])
      for (const word of others) {
        expect(word.startsWith(sharedBeginning(first)), word).to.equal(true);
        expect(first.startsWith(sharedBeginning(word)), word).to.equal(true);
        expect(isInflected(first, word), word).to.equal(true);
      }
  });
});
