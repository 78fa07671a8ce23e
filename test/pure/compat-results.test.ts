/** docs/clients.md shows what the last run of the real clients has given (test/compat/README.md). */
import { expect } from 'chai';
import { CLIENTS } from '../compat/clients.ts';
import { readResults, tableInPage, tableOf } from '../compat/results.ts';

describe('The results of the real clients', () => {
  it('are those of all files of steps, none fails, and docs/clients.md has them in short', () => {
    const results = readResults();
    const files = CLIENTS.flatMap(({ steps }) => steps);
    expect(Object.keys(results)).to.deep.equal(files);
    for (const [file, { works, fails }] of Object.entries(results)) expect([works.length > 0, fails], file).to.deep.equal([true, []]);
    expect(tableInPage()).to.equal(tableOf(results));
  });
});
