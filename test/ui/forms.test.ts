/**
 * Forms: a steward makes one and asks it, an owner answers, somebody verifies.
 */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { writeAllSearchable } from '../support/find.ts';
import { ownNames, proposal, schemaMetadata, stamp, urns } from '../support/make.ts';
import { values } from '../support/writes.ts';
import { expectAccessible } from './support/accessible.ts';
import { entityPath, inBrowser, reader, visit } from './support/browser.ts';
import { follow, followAnew } from './support/follow.ts';
import { choose, counted, countFrom, expectClicks, MOUSE, pickFrom } from './support/ways.ts';

const word = ownNames('uiforms')().replaceAll('_', '');
const [orders, clicks, other] = ['orders', 'clicks', 'other'].map((id) => urns.dataset(`${word}.${id}`)) as [string, string, string];
const domain = urns.of('domain', `${word}domain`);
const property = urns.of('structuredProperty', `${word}.retention`);
const unit = urns.of('structuredProperty', `${word}.unit`);

async function expectAccessibleInBoth(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
}

inBrowser('forms in the browser', () => {
  let formPath = '';

  before(async () => {
    const entityType = (type: string): string => urns.of('entityType', `svc.${type}`);
    const definition = (qualifiedName: string, displayName: string, type: string) => ({
      ...{ qualifiedName, displayName, valueType: urns.of('dataType', 'svc.string'), cardinality: 'SINGLE', entityTypes: [entityType(type)] },
    });
    await writeAllSearchable([
      proposal(urns.user(`${word}jane`), 'corpUserInfo', { active: true, displayName: `${word} jane` }),
      proposal(domain, 'domainProperties', { name: `${word} sales` }),
      proposal(property, 'propertyDefinition', definition(`${word}.retention`, `${word} retention`, 'dataset')),
      proposal(unit, 'propertyDefinition', definition(`${word}.unit`, `${word} unit`, 'schemaField')),
      proposal(orders, 'schemaMetadata', schemaMetadata(['id', 'price'])),
      ...[orders, clicks, other].map((urn, at) => proposal(urn, 'datasetProperties', { name: `${word} ${['orders', 'clicks', 'other'][at]}` })),
    ]);
    await writeAllSearchable([orders, clicks].map((urn) => proposal(urn, 'domains', { domains: [domain] })));
  });

  it('a steward makes one with questions about owners, a property and columns, and changes it: two clicks, and one for each more question; asks all that a search finds, with their number first, and undoes as any bulk change: four clicks', async () => {
    const page = await counted('/forms');
    await MOUSE.press(page.getByRole('button', { name: 'New form' }));
    const dialog = page.getByRole('dialog', { name: 'New form' });
    await dialog.getByLabel('Name', { exact: true }).fill(`${word} form`);
    await dialog.getByLabel('What it is for').fill('For the audit');
    const question = (number: number) => dialog.getByRole('group', { name: `Question ${number}` });
    expect(await question(1).getByLabel('In words').inputValue()).to.equal('Who owns it?');
    await MOUSE.press(dialog.getByRole('button', { name: '+ Question' }));
    await pickFrom(question(2).getByLabel('It asks for'), 'A property', MOUSE);
    await pickFrom(question(2).getByLabel('Property', { exact: true }), `${word} retention`, MOUSE);
    await question(2).getByLabel('In words').fill('How long do we keep it?');
    await MOUSE.press(dialog.getByRole('button', { name: '+ Question' }));
    await pickFrom(question(3).getByLabel('It asks for'), 'A property of each column', MOUSE);
    await pickFrom(question(3).getByLabel('Property', { exact: true }), `${word} unit`, MOUSE);
    await MOUSE.press(dialog.getByLabel('Somebody verifies the answers, with name and date'));
    await expectAccessibleInBoth(page);
    await MOUSE.press(dialog.getByRole('button', { name: 'Create' }));
    await page.getByRole('heading', { level: 1, name: `${word} form` }).waitFor();
    await expectClicks(page, MOUSE, 13);
    formPath = new URL(page.url()).pathname;
    await page.getByText('Nobody is asked yet').waitFor();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const changing = page.getByRole('dialog', { name: `Edit ${word} form` });
    await changing.getByRole('group', { name: 'Question 3' }).getByLabel('In words').fill('In which unit is it?');
    await changing.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('list', { name: 'Questions' }).getByText('In which unit is it?').waitFor();
    await expectAccessibleInBoth(page);
    await page.emulateMedia({ colorScheme: 'light' });
    countFrom(page);
    await MOUSE.press(page.getByRole('button', { name: 'Ask about assets…' }));
    await page.getByLabel('Assets with these words').fill(word);
    await page.getByRole('status').getByText('3 assets match').waitFor();
    await choose(page, 'Domain', `${word} sales`);
    await page.getByRole('status').getByText('2 assets match').waitFor();
    await expectAccessible(page);
    await MOUSE.press(page.getByRole('button', { name: 'See what changes' }));
    await MOUSE.press(page.getByRole('button', { name: 'Change 2 assets' }));
    await page.getByRole('status').getByText('Done', { exact: true }).waitFor();
    await MOUSE.press(page.getByRole('dialog').getByRole('button', { name: 'Close' }).last());
    await expectClicks(page, MOUSE, 4);
    await page.getByRole('list', { name: 'Answers' }).getByRole('link', { name: '2 open' }).waitFor();
    expect((await values(other)).forms).to.equal(undefined);
    const asked = (await values(orders)).forms?.incompleteForms as { incompletePrompts: unknown[] }[] | undefined;
    expect(asked?.[0]?.incompletePrompts).to.have.length(3);
  });

  it('an owner finds it in the inbox and on the asset, answers each question, and somebody verifies', async () => {
    await writeAllSearchable([proposal(orders, 'ownership', { owners: [{ owner: await reader(), type: 'DATAOWNER' }], lastModified: stamp() })]);
    const page = await counted('/inbox');
    const waiting = page.getByRole('region', { name: 'Forms that ask you for something' });
    await MOUSE.press(waiting.getByRole('link', { name: `Answer: ${word} orders` }));
    const form = page.getByRole('region', { name: `${word} form` });
    await form.getByText('0 of 3 answered').waitFor();
    await expectAccessibleInBoth(page);
    await MOUSE.press(form.getByRole('button', { name: 'That is right: Who owns it?' }));
    await form.getByText('1 of 3 answered').waitFor();
    await form.getByLabel(`${word} retention`).fill('30 days');
    await MOUSE.press(form.getByRole('button', { name: 'Answer: How long do we keep it?' }));
    await form.getByText('2 of 3 answered').waitFor();
    await form.getByLabel('price', { exact: true }).fill('EUR');
    await MOUSE.press(form.getByRole('button', { name: 'Answer: In which unit is it?' }));
    await form.getByText('1 column of 2 answered').waitFor();
    await form.getByLabel('id', { exact: true }).fill('none');
    await MOUSE.press(form.getByRole('button', { name: 'Answer: In which unit is it?' }));
    await form.getByText('Complete', { exact: true }).waitFor();
    await MOUSE.press(form.getByRole('button', { name: 'Verify the answers' }));
    await form.getByText('Verified', { exact: true }).waitFor();
    await expectClicks(page, MOUSE, 6);
    const { structuredProperties, forms } = await values(orders);
    expect(structuredProperties?.properties).to.have.nested.property('[0].values[0].string', '30 days');
    expect(forms?.verifications).to.have.length(1);
    await follow(page, '/inbox');
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
    await page.getByText('Changes', { exact: true }).waitFor();
    expect(await page.getByRole('link', { name: `Answer: ${word} orders` }).count()).to.equal(0);
  });

  it('shows how far it is, by domain and by owner, and what is open; asks about owners where there are none; is deleted, and says from how many assets it disappears', async () => {
    const page = await visit(formPath);
    const parts = page.getByRole('region', { name: 'By domain' });
    await parts
      .getByRole('row')
      .filter({ hasText: `${word} sales` })
      .getByText('1 of 2')
      .waitFor();
    await page.getByRole('list', { name: 'Answers' }).getByRole('link', { name: '1 verified' }).waitFor();
    await expectAccessibleInBoth(page);
    await page.setViewportSize({ width: 390, height: 800 });
    const over = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('[aria-label="By domain"]'))`;
    await eventually(async () => expect(await page.evaluate(over)).to.equal(0));
    await page.setViewportSize({ width: 320, height: 800 });
    await eventually(async () => expect(await page.evaluate('document.documentElement.scrollWidth')).to.be.at.most(320));
    await parts.getByRole('link', { name: '1 open', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: new RegExp(`open form ${word} form`) }).waitFor();
    await page.getByRole('link', { name: `${word} clicks` }).waitFor();
    await follow(page, '/forms');
    await page
      .getByRole('region', { name: 'Forms' })
      .getByRole('row')
      .filter({ hasText: `${word} form` })
      .getByText('1 of 2')
      .waitFor();
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await followAnew(page, entityPath(clicks, 'forms'));
    await page.getByRole('button', { name: 'Answer: Who owns it?' }).click();
    await choose(page, 'Add an owner', `${word} jane`);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('1 of 3 answered').waitFor();
    await follow(page, formPath);
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByText('It disappears from 2 assets').waitFor();
    await page.getByRole('button', { name: 'Delete permanently' }).click();
    await page.getByRole('heading', { level: 1, name: 'Forms' }).waitFor();
    await eventually(async () => expect((await values(clicks)).forms?.incompleteForms ?? []).to.deep.equal([]));
  });
});
