/** A part of a model of your own goes through every API and page as tags do (openapi/README.md, "What people edit"). */
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { connectAgent } from '../../support/agent.ts';
import type { Client } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { SYNC } from '../../support/find.ts';
import { ownNames, proposal, schemaMetadata, urns } from '../../support/make.ts';
import { entityPath, inBrowser, visit } from '../../ui/support/browser.ts';
import { choose } from '../../ui/support/ways.ts';

const own = ownNames('parts');
const DIFFERENCE = '{ part before { text } after { text } }';

interface Bulk {
  readonly id: string;
  readonly state: string;
  readonly changed: number;
  readonly differences: readonly object[];
}

export function testModelParts(url: () => string, api: Client): void {
  describe('A part of a model of your own', () => {
    const name = own('person');
    const person = urns.user(name);
    let table: string;

    const newTable = async (): Promise<string> => {
      const urn = urns.dataset(own('table'));
      await write(urn, 'schemaMetadata', schemaMetadata(['id', 'email']));
      return urn;
    };
    const write = async (urn: string, aspect: string, value: unknown): Promise<void> => {
      const answer = await api.ingestProposal(proposal(urn, aspect, value), SYNC);
      expect(answer.status, answer.text).to.equal(200);
    };
    const graphql = async (query: string, variables: object = {}) => {
      // biome-ignore lint/suspicious/noExplicitAny: answers have the shape of the query
      const { body } = await api.send<{ data: any; errors?: unknown }>('POST', '/api/graphql', { json: { query, variables } });
      expect(body.errors, JSON.stringify(body.errors)).to.equal(undefined);
      return body.data;
    };
    const reviewersOf = async (urn: string): Promise<unknown> => {
      const { body } = await api.entity(urn);
      const people = body.aspects.reviewers?.value.people as { person: string }[] | undefined;
      return people?.map((each) => each.person);
    };
    const bulk = async (json: object): Promise<Bulk> => {
      const answer = await api.send<Bulk>('POST', '/bulk', { json });
      expect(answer.status, answer.text).to.equal(200);
      return answer.body;
    };
    const reaches = (id: string, state: string) =>
      eventually(async () => expect((await api.send<Bulk>('GET', `/bulk/${id}`)).body.state).to.equal(state));

    before(async () => {
      await write(person, 'corpUserInfo', { active: true, displayName: name });
      table = await newTable();
    });

    it('is edited by mutations that follow from it, on an asset and on a column', async () => {
      const column = urns.column(table, 'email');
      await graphql('mutation ($input: ReviewerAssociationInput!) { addReviewer(input: $input) }', {
        input: { reviewerUrn: person, resourceUrn: table },
      });
      await graphql('mutation ($input: BatchAddReviewersInput!) { batchAddReviewers(input: $input) }', {
        input: { reviewerUrns: [person], resources: [{ resourceUrn: table, subResource: 'email' }] },
      });
      expect([await reviewersOf(table), await reviewersOf(column)]).to.deep.equal([[person], [person]]);
      await graphql('mutation ($input: BatchRemoveReviewersInput!) { batchRemoveReviewers(input: $input) }', {
        input: { reviewerUrns: [person], resources: [{ resourceUrn: table }, { resourceUrn: table, subResource: 'email' }] },
      });
      expect([await reviewersOf(table), await reviewersOf(column)]).to.deep.equal([[], []]);
      const twin = await newTable();
      await graphql(`mutation { setTwinTable(entityUrn: "${table}", twinTableUrn: "${twin}") }`);
      expect((await api.entity(table)).body.aspects.checkedWith?.value).to.deep.equal({ tables: [twin] });
    });

    it('is told by the timeline, in a category of its own', async () => {
      const query = `{ found: getTimeline(input: {urn: "${table}", changeCategories: [REVIEWERS]}) {
        changeTransactions { changes { category operation parameters { key value } } } } }`;
      const { found } = await graphql(query);
      const changes = found.changeTransactions.flatMap((each: { changes: object[] }) => each.changes);
      const parameters = [{ key: 'reviewerUrn', value: person }];
      expect(changes).to.have.deep.members([
        { category: 'REVIEWERS', operation: 'ADD', parameters },
        { category: 'REVIEWERS', operation: 'REMOVE', parameters },
      ]);
    });

    it('is changed in bulk, after a preview, and the change is undone', async () => {
      const urn = await newTable();
      const change = { urns: [urn], changes: { reviewers: { add: [person] } } };
      const { differences } = await bulk({ ...change, dryRun: true });
      expect(differences).to.deep.equal([{ part: 'reviewers', before: [], after: [{ text: person }], count: 1, urns: [urn] }]);
      const { id } = await bulk(change);
      await reaches(id, 'done');
      expect(await reviewersOf(urn)).to.deep.equal([person]);
      await api.send('POST', `/bulk/${id}/undo`);
      await reaches(id, 'undone');
      expect(await reviewersOf(urn)).to.equal(undefined);
    });

    it('is suggested and accepted', async () => {
      const urn = await newTable();
      const { found } = await graphql(`{ found: suggestions(urn: "${urn}") { parts } }`);
      expect(found.parts).to.include('reviewers').and.not.include('checkedWith');
      const { made } = await graphql(`mutation ($input: SuggestChangeInput!) { made: suggestChange(input: $input) { urn asked ${DIFFERENCE} } }`, {
        input: { urn, changes: { reviewers: { add: [person] } } },
      });
      expect(made.asked).to.deep.equal([{ part: 'reviewers', before: [], after: [{ text: person }] }]);
      await graphql('mutation ($input: DecideSuggestionInput!) { decideSuggestion(input: $input) { state } }', {
        input: { urn: made.urn, accept: true },
      });
      expect(await reviewersOf(urn)).to.deep.equal([person]);
    });

    it('is changed by an agent, of an asset and of a column', async () => {
      const urn = await newTable();
      const agent = await connectAgent(url());
      try {
        for (const of of [{ asset: urn }, { asset: urn, column: 'email' }]) {
          const answer = await agent.call('change_reviewers', { ...of, add: [name] });
          expect(answer).to.deep.include({ changed: true, people: [{ urn: person, name, type: 'corpuser' }] });
        }
        expect(await reviewersOf(urns.column(urn, 'email'))).to.deep.equal([person]);
        const { otherLinks } = await agent.call('describe_asset', { asset: urn });
        expect(otherLinks).to.deep.equal([{ part: 'Reviewers', entities: [{ urn: person, name, type: 'corpuser' }] }]);
      } finally {
        await agent.close();
      }
    });

    inBrowser('its page', () => {
      it('has a section, in which it is edited', async () => {
        const urn = await newTable();
        const page = await visit(entityPath(urn), { at: url() });
        await page.getByRole('button', { name: 'Add reviewers' }).click();
        await choose(page, 'Add a reviewer', name);
        await page.getByRole('button', { name: 'Save' }).click();
        await page.getByRole('complementary', { name: 'About' }).getByRole('link', { name }).waitFor();
        await eventually(async () => expect(await reviewersOf(urn)).to.deep.equal([person]));
      });

      it('goes out as a column of a CSV file, and comes back', async () => {
        const urn = await newTable();
        const word = own('csv');
        await write(urn, 'datasetProperties', { name: word });
        const page = await visit(`/search?query=${word}&all=true&type=DATASET`, { at: url() });
        const saved = page.waitForEvent('download');
        await page.getByRole('button', { name: 'Export CSV' }).click();
        const text = readFileSync((await (await saved).path()) ?? '', 'utf8')
          .replace('\ufeff', '')
          .trimEnd();
        const [titles = [], cells = []] = text.split('\r\n').map((line) => line.slice(1, -1).split('","'));
        expect(cells).to.include(urn);
        cells[titles.indexOf('Reviewers')] = name;
        const changed = [titles, cells].map((row) => `"${row.join('","')}"`).join('\r\n');
        await page.getByRole('button', { name: 'Import CSV…' }).click();
        await page.getByLabel('The CSV file').setInputFiles({ name: 'search.csv', mimeType: 'text/csv', buffer: Buffer.from(changed) });
        const dialog = page.getByRole('dialog', { name: 'Import CSV' });
        await dialog.getByRole('button', { name: 'Change 1 asset' }).click();
        await eventually(async () => expect(await reviewersOf(urn)).to.deep.equal([person]));
      });
    });
  });
}
