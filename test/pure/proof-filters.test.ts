/**
 * The filters that `npm run filters` takes out of the code are still there.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { FILTERS } from '../proof/filters.ts';

describe('The filters of restricted reading', () => {
  it('are each in the code once, where the list says', () => {
    const src = path.join(import.meta.dirname, '../../src');
    const lost = FILTERS.filter(({ file, find }) => readFileSync(path.join(src, file), 'utf8').split(find).length !== 2);
    expect(lost.map(({ file, name }) => `${file}: ${name}`)).to.deep.equal([]);
  });
});
