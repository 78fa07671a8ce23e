/** Arguments that clients send: they do what they say, or the answer says that they have no effect (docs/semantics.md 1.4). */
import { expect } from 'chai';
import { api } from '../support/client.ts';
import { writeAllSearchable } from '../support/find.ts';
import { ownNames, proposal, urns } from '../support/make.ts';
import { write } from '../support/writes.ts';

const own = ownNames('accepted');
const WARNING = 'x-svc-warning';

async function graph<Data>(query: string): Promise<{ data: Data; extensions: { warnings?: string[] } }> {
  const { body } = await api.send<{ data: Data; extensions: { warnings?: string[] } }>('POST', '/api/graphql', { json: { query } });
  return body;
}

describe('An argument that clients send', () => {
  it('includeSoftDeleted: soft-deleted checks of a dataset are given only where they are asked for', async () => {
    const dataset = urns.dataset(own());
    const [active, removed] = [urns.of('assertion', own()), urns.of('assertion', own())];
    for (const urn of [active, removed])
      await write(urn, 'assertionInfo', { type: 'DATASET', datasetAssertion: { dataset, scope: 'DATASET_ROWS', operator: 'EQUAL_TO' } });
    await write(removed, 'status', { removed: true });
    const asked = async (args: string): Promise<string[]> => {
      const { data } = await graph<{ dataset: { assertions: { total: number; count: number; assertions: { urn: string }[] } } }>(
        `{ dataset(urn: "${dataset}") { assertions${args} { total count assertions { urn } } } }`,
      );
      expect(data.dataset.assertions.total).to.equal(data.dataset.assertions.count).and.to.equal(data.dataset.assertions.assertions.length);
      return data.dataset.assertions.assertions.map(({ urn }) => urn);
    };
    expect(await asked('')).to.deep.equal([active]);
    expect(await asked('(includeSoftDeleted: false)')).to.deep.equal([active]);
    expect(await asked('(includeSoftDeleted: true)')).to.have.members([active, removed]);
  });

  it('without effect is named in the warnings, unless it asks for what is done anyway', async () => {
    const asked = (flags: string) =>
      graph(`{ searchAcrossEntities(input: {types: [DATASET], query: "*", count: 0, searchFlags: {${flags}}}) { total } }`);
    const warned = await asked('fetchExtraFields: ["x"], getSuggestions: true, skipCache: true');
    expect(warned.extensions.warnings).to.deep.equal([
      'Arguments of searchAcrossEntities without effect: input.searchFlags.getSuggestions, input.searchFlags.fetchExtraFields',
    ]);
    expect((await asked('skipCache: true, getSuggestions: false')).extensions.warnings).to.equal(undefined);
  });

  it('scrollIdPerEntity: each entity has the scrollId that goes on after it, in the order of URNs and in others', async () => {
    const names = Array.from({ length: 5 }, () => own());
    await writeAllSearchable(names.map((name) => proposal(urns.dataset(name), 'datasetProperties', { name, description: 'each with its scrollId' })));
    const filter = { and: [{ field: 'description', condition: 'EQUAL', values: ['each with its scrollId'] }] };
    type Page = { entities: { urn: string; scrollId: string }[] };
    for (const [query, body] of [
      ['', {}],
      ['&sortCriteria=name&sortOrder=DESCENDING', { filter }],
    ] as const) {
      const page = async (more: string): Promise<Page['entities']> => {
        const json = { entities: ['dataset'], aspects: ['datasetKey'], ...body };
        const answer = await api.send<Page>('POST', `/openapi/v3/entity/scroll?scrollIdPerEntity=true${query}${more}`, { json });
        expect(answer.status, answer.text).to.equal(200);
        expect(answer.headers.get(WARNING)).to.equal(null);
        return answer.body.entities;
      };
      const all = await page('&count=5');
      expect(all).to.have.length(5);
      for (const [at, { scrollId }] of all.entries()) {
        const next = await page(`&count=5&scrollId=${scrollId}`);
        const rest = all.slice(at + 1).map(({ urn }) => urn);
        expect(next.slice(0, rest.length).map(({ urn }) => urn)).to.deep.equal(rest);
      }
    }
    const v2 = await api.send<{ results: { scrollId?: string }[] }>('GET', '/openapi/v2/entity/dataset?scrollIdPerEntity=true&count=2');
    for (const each of v2.body.results) expect(each.scrollId).to.be.a('string');
  });

  it('scrollIdPerEntity: where a list has none for each, the answer says so', async () => {
    const answer = await api.send('POST', '/openapi/v3/relationship/scroll?scrollIdPerEntity=true', { json: {} });
    expect(answer.headers.get(WARNING)).to.include('scrollIdPerEntity');
  });
});
