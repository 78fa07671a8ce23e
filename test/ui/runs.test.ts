/**
 * The page of a run: what it wrote, and what it was refused (docs/semantics.md 3.7).
 */
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { act } from '../support/legacy.ts';
import { description, ownNames, proposal, urns } from '../support/make.ts';
import { inBrowser, visit } from './support/browser.ts';

const own = ownNames('uiruns');

inBrowser('the page of a run', () => {
  it('shows what was refused with its reason, saves it as CSV, and is reached from the list', async () => {
    const [good, bad, run] = [urns.dataset(own('good')), urns.dataset(own('bad')), own()];
    const within = { systemMetadata: { runId: run } };
    const proposals = [
      proposal(good, 'datasetProperties', description('right'), within),
      proposal(bad, 'datasetProperties', { description: 7 }, within),
      proposal('nothing', 'status', {}, { ...within, entityType: 'dataset' }),
    ];
    await act('aspects', 'ingestProposalBatch', { proposals, async: true });
    const page = await visit('/activity');
    await page.getByRole('link', { name: 'Runs' }).click();
    await page.getByRole('row', { name: new RegExp(`${run} 2 `) }).waitFor();
    await page.getByRole('link', { name: run }).click();
    await page.getByRole('heading', { name: `Run ${run}` }).waitFor();
    await page.getByText('/description :: expected string, got 7').waitFor();
    await page.getByText('is not of the form').waitFor();
    expect(await page.getByRole('table').getByRole('link').count()).to.equal(1);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const text = readFileSync((await (await download).path()) ?? '', 'utf8');
    expect(text.trimEnd().split('\r\n')).to.have.length(3);
    expect(text).to.include(bad).and.include('bad-aspect-value');
  });
});
