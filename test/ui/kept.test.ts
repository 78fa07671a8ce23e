/**
 * What people have typed: nothing of it is lost.
 */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { ownNames, schemaMetadata, tags, urns } from '../support/make.ts';
import { values, write } from '../support/writes.ts';
import { expectAccessible } from './support/accessible.ts';
import { entityPath, inBrowser, visit } from './support/browser.ts';
import { follow } from './support/follow.ts';

const name = ownNames('uikept');

async function made(): Promise<string> {
  const urn = urns.dataset(name('table'));
  await write(urn, 'datasetProperties', { name: 'a table', description: 'As the platform says' });
  await write(urn, 'schemaMetadata', schemaMetadata(['id']));
  return urn;
}

const field = (page: Page) => page.getByLabel('What should others know?');

async function type(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Edit description' }).click();
  await field(page).fill(text);
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** What is typed on one visit, each on the page of a table of its own. */
const TYPED: Readonly<Record<string, (page: Page, urn: string) => Promise<void>>> = {
  'is there again after the page was closed or loaded again, until it is saved or given up': async (page) => {
    await type(page, 'Half a sent');
    await page.reload();
    await page.getByRole('button', { name: 'Edit description' }).click();
    await eventually(async () => expect(await field(page).inputValue()).to.equal('Half a sent'));
    await page.getByText('You typed this').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Start over' }).click();
    await eventually(async () => expect(await field(page).inputValue()).to.equal('As the platform says'));
    await field(page).fill('A whole sentence');
    await save(page);
    await page.getByText('A whole sentence').first().waitFor();
    await page.getByRole('button', { name: 'Edit description' }).click();
    await eventually(async () => expect(await field(page).inputValue()).to.equal('A whole sentence'));
    await eventually(async () => expect(await page.getByText('You typed this').count()).to.equal(0));
  },
  'is not given up by Escape without a question': async (page) => {
    await type(page, 'Do not lose me');
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').waitFor();
    await eventually(async () => expect(await page.evaluate('document.activeElement.textContent')).to.equal('Keep editing'));
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await eventually(async () => expect(await field(page).inputValue()).to.equal('Do not lose me'));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Edit description' }).click();
    await eventually(async () => expect(await field(page).inputValue()).to.equal('As the platform says'));
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  },
  'stays through a lost connection, and can then be saved': async (page, urn) => {
    await type(page, 'Written in a tunnel');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Save' }).click();
    // What else is just being read says it, too.
    await page.getByText('The catalog does not answer').first().waitFor();
    await page.getByText('What you typed is kept').waitFor();
    await page.context().setOffline(false);
    await save(page);
    expect((await values(urn)).editableDatasetProperties?.description).to.equal('Written in a tunnel');
  },
  'stays when the token ends: the page asks for another one, and goes on': async (page, urn) => {
    await type(page, 'Written with an old token');
    const used: (string | undefined)[] = [];
    await page.route(/\/openapi\/v3\/entity\//, async (route) => {
      // What the page reads late is no part of this.
      const asked = route.request();
      if (asked.method() === 'GET' || asked.url().includes('/batchGet')) return route.continue();
      const sent = (await asked.allHeaders()).authorization;
      used.push(sent);
      if (sent === 'Bearer a-new-one') await route.continue();
      else await route.fulfill({ status: 401, contentType: 'application/json', body: '{"message":"A token is needed"}' });
    });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog', { name: 'This catalog needs a token' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('textbox', { name: 'Token' }).fill('not-that-one');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('dialog', { name: 'Your token is no longer accepted' }).waitFor();
    await page.getByRole('textbox', { name: 'Token' }).fill('a-new-one');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(used.slice(0, 3)).to.deep.equal([undefined, 'Bearer not-that-one', 'Bearer a-new-one']);
    expect((await values(urn)).editableDatasetProperties?.description).to.equal('Written with an old token');
  },
};

inBrowser('what somebody has typed', () => {
  it(Object.keys(TYPED).join('; '), async () => {
    const page = await visit('/settings', { expected: /ERR_INTERNET_DISCONNECTED|401/ });
    for (const types of Object.values(TYPED)) {
      const urn = await made();
      await follow(page, entityPath(urn));
      await page.locator('.entity-head').getByText(urn, { exact: true }).waitFor();
      await types(page, urn);
    }
  });

  it('is shown beside what somebody else has saved meanwhile, also after the page was loaded again [long]', async () => {
    const urn = await made();
    const page = await visit(entityPath(urn));
    await type(page, 'Mine');
    await write(urn, 'editableDatasetProperties', { description: 'Theirs' });
    await page.reload();
    await page.getByRole('button', { name: 'Edit description' }).click();
    await page.locator('.conflict-theirs').getByText('Theirs').waitFor();
    await eventually(async () => expect(await field(page).inputValue()).to.equal('Mine'));
    await page.getByRole('button', { name: 'Apply mine to theirs' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await values(urn)).editableDatasetProperties?.description).to.equal('Mine');
  });

  it('is saved without a question if others changed something else in the same aspect [long]', async () => {
    const urn = await made();
    await write(urn, 'editableDatasetProperties', { description: 'Before' });
    const page = await visit(entityPath(urn), { expected: /412/ });
    await type(page, 'After');
    await write(urn, 'editableDatasetProperties', { description: 'Before', name: 'another name' });
    await save(page);
    expect((await values(urn)).editableDatasetProperties).to.deep.include({ description: 'After', name: 'another name' });
  });

  it('is not dropped when it stands in a picker and nothing was chosen [long]', async () => {
    const urn = await made();
    const page = await visit(entityPath(urn));
    await page.getByRole('button', { name: 'Add tags' }).click();
    const picker = page.getByRole('combobox', { name: 'Add a tag' });
    await picker.fill('not chosen');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('“not chosen” is not chosen yet.').waitFor();
    await eventually(async () => expect(await page.evaluate('document.activeElement.value')).to.equal('not chosen'));
    await picker.fill('');
    await save(page);
    expect((await values(urn)).globalTags?.tags ?? []).to.deep.equal([]);
  });

  it('a dialog never begins on a button that removes something [long]', async () => {
    const urn = await made();
    await write(urn, 'globalTags', tags(urns.tag(name('tag'))));
    const page = await visit(entityPath(urn));
    await page.getByRole('button', { name: 'Edit tags' }).click();
    await eventually(async () => expect(await page.evaluate('document.activeElement.getAttribute("role")')).to.equal('combobox'));
    await page.keyboard.press('Escape');
    await page.getByLabel('More actions').click();
    await page.getByRole('button', { name: 'Soft-delete…' }).click();
    await eventually(async () => expect(await page.evaluate('document.activeElement.textContent')).to.equal('Cancel'));
  });
});
