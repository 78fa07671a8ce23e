/**
 * A glossary from a file: looked at first, brought in as one run, and undone (docs/pages.md, A glossary from a file).
 */
import { expect } from 'chai';
import { writeAllSearchable } from '../support/find.ts';
import { exists } from '../support/legacy.ts';
import { ownNames, proposal, urns } from '../support/make.ts';
import { values } from '../support/writes.ts';
import { expectAccessible } from './support/accessible.ts';
import { inBrowser, visit } from './support/browser.ts';

const word = ownNames('uigloss')().replaceAll('_', '');
const [group, kept] = [urns.of('glossaryNode', word), urns.term(`${word}.kept`)];
const made = urns.term(`${word}.made`);

/** In the encoding of a spreadsheet that does not say which one it is. */
const CSV = `Name;Type;In;Definition;Related
${word} kept;Term;${word};Überarbeitet;
made;Term;${word};New;${word} kept
${word};Group;;;
lost;Term;nowhere;x;
`;

const TURTLE = `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
<https://x.example/${word}skos> a skos:ConceptScheme ; skos:prefLabel "${word} scheme" .
<https://x.example/${word}skos#one> a skos:Concept ; skos:prefLabel "one" ; skos:inScheme <https://x.example/${word}skos> .`;

inBrowser('a glossary from a file', () => {
  before(() =>
    writeAllSearchable([
      proposal(group, 'glossaryNodeInfo', { name: word, definition: '' }),
      proposal(kept, 'glossaryTermInfo', { name: `${word} kept`, definition: 'Old', termSource: 'INTERNAL', parentNode: group }),
    ]),
  );

  it('is shown as new, changed, the same and refused, asks for the encoding, is brought in as one run, and is undone after a question that names the numbers; SKOS comes in, too', async () => {
    const page = await visit('/glossary');
    await page.getByRole('button', { name: 'Import…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import a glossary' });
    const file = dialog.getByLabel('The file');
    await file.setInputFiles({ name: 'mine.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV, 'latin1') });
    await dialog.getByText('This file is not UTF-8').waitFor();
    await dialog.getByRole('button', { name: 'The texts are right' }).click();
    await dialog.getByText('1 new').waitFor();
    await dialog.getByText('1 changed').waitFor();
    await dialog.getByText('1 the same').waitFor();
    await dialog.getByRole('list', { name: 'What is refused' }).getByText('no group is called “nowhere”').waitFor();
    const changes = dialog.getByRole('list', { name: 'What changes' });
    expect((await changes.textContent())?.replaceAll(/\s+/g, ' '))
      .to.include('Old: Old')
      .and.to.include('New: Überarbeitet');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Bring in 2 changes' }).click();
    await dialog.getByText('2 terms and groups brought in').waitFor();
    expect((await values(kept)).glossaryTermInfo).to.include({ definition: 'Überarbeitet', parentNode: group });
    expect(await values(made)).to.deep.include({ glossaryRelatedTerms: { relatedTerms: [kept] } });
    await dialog.getByRole('button', { name: 'Undo…' }).click();
    const question = page.getByRole('dialog', { name: 'Roll back this run?' });
    await question.getByText('1 entity that the run made will be deleted').waitFor();
    await question.getByRole('button', { name: 'Roll back' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await values(kept)).glossaryTermInfo).to.include({ definition: 'Old' });
    expect(await exists(made)).to.equal(false);
    await page.getByRole('button', { name: 'Import…' }).click();
    await file.setInputFiles({ name: 'mine.ttl', mimeType: 'text/turtle', buffer: Buffer.from(TURTLE) });
    await dialog.getByRole('button', { name: 'Bring in 2 changes' }).click();
    await dialog.getByText('2 terms and groups brought in').waitFor();
    expect((await values(urns.term(`${word}skos.one`))).glossaryTermInfo).to.include({
      name: 'one',
      parentNode: urns.of('glossaryNode', `${word}skos`),
    });
  });
});
