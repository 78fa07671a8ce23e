/**
 * What a question is ranked with may be unreadable: the log hears why, and the answer says so.
 */
import { expect } from 'chai';
import { makeSynonyms } from '../../../src/search/evidence/synonyms.ts';
import { connectSearch } from '../../../src/search/index.ts';
import { questionIn } from '../../../src/search/query/best-answers.ts';
import type { PreparedSearch } from '../../../src/search/query/prepare.ts';

describe('a question while Typesense answers nothing', () => {
  it('is ranked without the words of the catalog and the synonyms of the glossary, and says so', async () => {
    const engine = connectSearch({ urls: ['http://127.0.0.1:9'], apiKey: 'none' });
    const heard: unknown[] = [];
    const failed = (error: unknown): void => void heard.push(error);
    const knowledge = { joiner: async () => [], synonyms: makeSynonyms([['client', 'customer']], failed), wordsFailed: failed };
    const ready = { asked: { text: 'orders of the client', words: 'orders client' }, order: undefined } as PreparedSearch;
    const request = { types: [], input: 'orders of the client', filter: { is: 'and', of: [] }, start: 0, count: 1 } as const;
    const question = await questionIn(engine, knowledge, ready, request);
    expect(heard.filter((error) => error instanceof Error)).to.have.length(2);
    expect(question?.remarks.map((each) => ('note' in each ? each.note : ''))).to.deep.equal([
      'Ranked without how common words are, which could not be read',
      'Ranked without the synonyms of the glossary, which could not be read',
    ]);
    const client = question?.terms.find(({ word }) => word === 'client');
    expect(client?.alternatives.map(({ token }) => token)).to.include('customer');
  });
});
