/**
 * The impact of a change on the page of a table: groups, columns, export, whom to tell.
 */
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { eventually } from '../support/eventually.ts';
import { writeAllSearchable } from '../support/find.ts';
import { ownership, ownNames, proposal, schemaMetadata, upstreams, urns } from '../support/make.ts';
import { expectAccessible } from './support/accessible.ts';
import { entityPath, inBrowser, visit } from './support/browser.ts';
import { followAnew } from './support/follow.ts';

const word = ownNames('impactpage')().replaceAll('_', '');
const [orders, facts, other, report] = ['orders', 'facts', 'other', 'report'].map((each) => urns.dataset(`${word}.${each}`)) as [
  string,
  string,
  string,
  string,
];
const dashboard = urns.dashboard(word);
const owner = urns.user(word);

inBrowser('the impact of a change', () => {
  before(async () => {
    const lineage = (to: string, from: string, into: string) => ({
      upstreams: [{ dataset: orders, type: 'TRANSFORMED' }],
      fineGrainedLineages: [
        {
          upstreamType: 'FIELD_SET',
          upstreams: [urns.column(orders, from)],
          downstreamType: 'FIELD',
          downstreams: [urns.column(to, into)],
        },
      ],
    });
    await writeAllSearchable([
      proposal(owner, 'corpUserInfo', { active: true, displayName: `${word} person`, email: `${word}@shop.example` }),
      proposal(orders, 'datasetProperties', { name: `${word} orders` }),
      proposal(orders, 'schemaMetadata', schemaMetadata(['id', 'amount'])),
      proposal(facts, 'datasetProperties', { name: `${word} facts` }),
      proposal(facts, 'subTypes', { typeNames: ['View'] }),
      proposal(facts, 'upstreamLineage', lineage(facts, 'amount', 'total')),
      proposal(facts, 'ownership', ownership(owner)),
      proposal(other, 'datasetProperties', { name: `${word} other` }),
      proposal(other, 'upstreamLineage', lineage(other, 'id', 'id')),
      proposal(report, 'datasetProperties', { name: `${word} report` }),
      proposal(report, 'upstreamLineage', upstreams(facts)),
      proposal(dashboard, 'dashboardInfo', {
        title: `${word} board`,
        description: '',
        lastModified: {},
        datasetEdges: [{ destinationUrn: report }],
      }),
    ]);
  });

  it('can be saved, told to the owners, and is grouped by what its platform calls it, platform, owner or hops; the URL keeps which; of a column leaves out what takes other columns, and shows where it lands and by which way', async () => {
    const page = await visit(entityPath(orders));
    await page.getByRole('link', { name: 'Impact' }).click();
    await page.getByText('4 assets of 1 owner would be affected').waitFor();
    const mail = await page.getByRole('link', { name: 'Tell the owners' }).getAttribute('href');
    expect(decodeURIComponent(mail ?? ''))
      .to.include(`mailto:${word}@shop.example`)
      .and.to.include(`What depends on ${word} orders`);
    const saved = async (what: string): Promise<string> => {
      await page.getByLabel('Save the list').click();
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: what }).click()]);
      return readFileSync(await download.path(), 'utf8');
    };
    expect(await saved('Save as CSV')).to.include(`"${word} facts","View","hive","1","${word} person","total"`);
    expect(await saved('Save as Markdown')).to.include(`# What depends on ${word} orders`);
    const titles = (): Promise<string[]> => page.locator('.impact .part-title').allTextContents();
    await eventually(async () => expect(await titles()).to.deep.equal(['Datasets 2', 'Dashboard 1', 'View 1']));
    await page.getByLabel('Group by').selectOption('hops');
    await page.getByRole('heading', { name: '3 hops' }).waitFor();
    await eventually(async () => expect(await titles()).to.deep.equal(['1 hop 2', '2 hops 1', '3 hops 1']));
    expect(new URL(page.url()).searchParams.get('group')).to.equal('hops');
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 800 });
    await eventually(async () => expect(await page.evaluate('document.documentElement.scrollWidth')).to.be.at.most(390));
    await page.setViewportSize({ width: 1280, height: 900 });
    await followAnew(page, entityPath(orders, 'impact'));
    await page.getByLabel('Column').selectOption('amount');
    await page.getByText('1 asset downstream would not').waitFor();
    const list = page.getByRole('list', { name: 'View' });
    await eventually(async () =>
      expect(await list.textContent())
        .to.include('View · Prod')
        .and.to.include('total')
        .and.not.to.include(`${word} other`),
    );
    await eventually(async () =>
      expect(await page.getByRole('list', { name: 'Dashboard' }).textContent()).to.include(`via ${word}.facts › ${word}.report`),
    );
    await page.getByLabel('Only what surely takes it').check();
    await page.getByText('1 asset of 1 owner would be affected').waitFor();
    await page.getByRole('button', { name: 'Without amount' }).click();
    await page.getByText('4 assets').waitFor();
  });
});
