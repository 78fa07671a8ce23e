/** What a caller calls a column: one rule for every API (docs/semantics.md 8.5). */
import { expect } from 'chai';
import { asUser, makeUser } from '../support/access.ts';
import { type Agent, connectAgent } from '../support/agent.ts';
import { api } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { ask, type GraphAnswer, graphql } from '../support/graphql.ts';
import { ownNames, schemaMetadata, urns } from '../support/make.ts';
import { sharedCairn } from '../support/shared.ts';
import { values, write } from '../support/writes.ts';

const own = ownNames('columnnames');
const LONG = '[version=2.0].[type=struct].[type=array].[type=struct].address.[type=string].zip';

interface Entry {
  readonly fieldPath: string;
  readonly description?: string;
  readonly globalTags?: { readonly tags: readonly { readonly tag: string }[] };
}
const entries = async (urn: string): Promise<Entry[]> => ((await values(urn)).editableSchemaMetadata?.editableSchemaFieldInfo ?? []) as Entry[];
const tagged = async (urn: string, tag: string): Promise<string[]> =>
  (await entries(urn)).flatMap(({ fieldPath, globalTags }) => (globalTags?.tags.some((each) => each.tag === tag) ? [fieldPath] : []));
const mutate = (name: string, type: string, input: object): Promise<GraphAnswer> =>
  ask(`mutation ($input: ${type}!) { ${name}(input: $input) }`, { input });
const said = ({ errors }: GraphAnswer): string => {
  expect(errors, JSON.stringify(errors)).to.equal(undefined);
  return 'done';
};

describe('A column that a caller names (docs/semantics.md 8.5)', () => {
  const [tag, form, property, term] = [urns.tag(own()), urns.of('form', own()), urns.of('structuredProperty', own('unit')), urns.term(own())];
  let agent: Agent;

  const table = async (paths: readonly string[] = ['id', LONG, 'Email', 'EMAIL']): Promise<string> => {
    const urn = urns.dataset(own());
    await write(urn, 'schemaMetadata', schemaMetadata([...paths]));
    return urn;
  };
  const field = (urn: string, column: string) => ({ resourceUrn: urn, subResourceType: 'DATASET_FIELD', subResource: column });
  const bulk = async (urn: string, column: string, changes: object) => {
    const { id } = (await api.send<{ id: string }>('POST', '/bulk', { json: { urns: [urn], columns: [column], changes } })).body;
    return eventually(async () => {
      const { body } = await api.send<{ state: string; changed: number; refused: number }>('GET', `/bulk/${id}`, {});
      expect(body.state).to.equal('done');
      const { refused: refusals } = (await api.send<{ refused: { code: string; message: string }[] }>('GET', `/bulk/${id}/refused`, {})).body;
      return { ...body, refusals };
    });
  };

  before(async () => {
    await write(tag, 'tagProperties', { name: 'Tag' });
    await write(term, 'glossaryTermInfo', { name: 'Term', definition: '', termSource: 'INTERNAL' });
    const entityTypes = ['dataset', 'schemaField'].map((type) => urns.of('entityType', `svc.${type}`));
    const definition = { qualifiedName: property.split(':').at(-1), valueType: urns.of('dataType', 'svc.string'), entityTypes };
    await write(property, 'propertyDefinition', definition);
    const prompt = { id: 'unit', title: 'unit', type: 'FIELDS_STRUCTURED_PROPERTY', structuredPropertyParams: { urn: property }, required: true };
    await write(form, 'formInfo', { name: 'Units', type: 'COMPLETION', prompts: [prompt] });
    agent = await connectAgent(sharedCairn().url);
  });
  after(() => agent.close());

  /** Each door: changes a column, and says what it is refused for. */
  const doors: Readonly<Record<string, (urn: string, column: string) => Promise<string>>> = {
    addTag: async (urn, column) => refusal(await mutate('addTag', 'TagAssociationInput', { tagUrn: tag, ...field(urn, column) })),
    addTags: async (urn, column) => refusal(await mutate('addTags', 'AddTagsInput', { tagUrns: [tag], ...field(urn, column) })),
    batchAddTags: async (urn, column) =>
      refusal(await mutate('batchAddTags', 'BatchAddTagsInput', { tagUrns: [tag], resources: [field(urn, column)] })),
    addTerm: async (urn, column) => refusal(await mutate('addTerm', 'TermAssociationInput', { termUrn: term, ...field(urn, column) })),
    updateDescription: async (urn, column) =>
      refusal(await mutate('updateDescription', 'DescriptionUpdateInput', { description: 'Text', ...field(urn, column) })),
    '/bulk': async (urn, column) => {
      const { refusals } = await bulk(urn, column, { tags: { add: [tag] } });
      return refusals.map(({ code, message }) => `${code}: ${message}`).join();
    },
    suggestChange: async (urn, column) => {
      const another = urns.tag(own());
      await write(another, 'tagProperties', { name: 'Another' });
      const changes = { tags: { add: [another] } };
      const query = 'mutation ($input: SuggestChangeInput!) { made: suggestChange(input: $input) { urn column } }';
      const user = await makeUser(own());
      const answer = await asUser(user, query, { input: { urn, column, changes } });
      if (answer.errors) return refusal(answer);
      await graphql(`mutation { decideSuggestion(input: { urn: "${answer.data.made.urn}", accept: true }) { urn } }`);
      return '';
    },
    change_tags: async (urn, column) => {
      const { problem } = await agent.call('change_tags', { asset: urn, column, add: [tag] });
      return problem ? JSON.stringify(problem) : '';
    },
    submitFormPrompt: async (urn, column) => {
      await graphql(`mutation { batchAssignForm(input: { formUrn: "${form}", entityUrns: ["${urn}"] }) }`);
      const params = { structuredPropertyUrn: property, values: [{ stringValue: 'cm' }] };
      const input = { formUrn: form, promptId: 'unit', type: 'FIELDS_STRUCTURED_PROPERTY', fieldPath: column, structuredPropertyParams: params };
      return refusal(
        await ask('mutation ($urn: String!, $input: SubmitFormPromptInput!) { submitFormPrompt(urn: $urn, input: $input) }', { urn, input }),
      );
    },
  };
  const refusal = ({ errors }: GraphAnswer): string => (errors ?? []).map(({ message, extensions }) => `${extensions.reason}: ${message}`).join();

  for (const [door, change] of Object.entries(doors))
    it(`is the same for ${door}`, async () => {
      const urn = await table();
      for (const column of ['address.zip', 'ADDRESS.zip', '"address"."zip"', LONG]) expect(await change(urn, column), column).to.equal('');
      const found = (await entries(urn)).map(({ fieldPath }) => fieldPath);
      if (door === 'submitFormPrompt') expect(await values(urns.of('schemaField', `(${urn},${LONG})`))).to.have.property('structuredProperties');
      else expect(found).to.deep.equal([LONG]);
      const missing = await change(urn, 'adress.zipp');
      expect(missing)
        .to.match(/no-such-column|unknownColumn/)
        .and.contain('address');
      expect(await change(urn, 'email'))
        .to.match(/ambiguous-column|ambiguousColumn/)
        .and.contain('Email')
        .and.contain('EMAIL');
      expect(await change(urn, 'Email')).to.equal('');
      expect((await entries(urn)).length).to.be.at.most(2);
    });

  it('that was written about under another spelling has no second entry, and every spelling takes it off', async () => {
    for (const remove of ['address.zip', LONG]) {
      const urn = await table();
      await write(urn, 'editableSchemaMetadata', { editableSchemaFieldInfo: [{ fieldPath: 'address.zip', globalTags: { tags: [{ tag }] } }] });
      const { columns } = (await agent.call('describe_asset', { asset: urn })) as unknown as { columns: { name: string; tags?: unknown[] }[] };
      expect(columns.find(({ name }) => name === 'address.zip')?.tags).to.have.length(1);
      said(await mutate('updateDescription', 'DescriptionUpdateInput', { description: 'Where', ...field(urn, LONG) }));
      expect(await entries(urn)).to.deep.equal([{ fieldPath: 'address.zip', description: 'Where', globalTags: { tags: [{ tag }] } }]);
      said(await mutate('removeTag', 'TagAssociationInput', { tagUrn: tag, ...field(urn, remove) }));
      expect(await tagged(urn, tag)).to.deep.equal([]);
    }
    const twice = await table();
    const both = ['address.zip', LONG].map((fieldPath) => ({ fieldPath, globalTags: { tags: [{ tag }] } }));
    await write(twice, 'editableSchemaMetadata', { editableSchemaFieldInfo: both });
    expect(await bulk(twice, 'address.zip', { tags: { remove: [tag] } })).to.include({ changed: 1 });
    expect(await tagged(twice, tag)).to.deep.equal([]);
  });

  it('is taken as it was sent where no schema is known, with a warning', async () => {
    const urn = urns.dataset(own());
    await write(urn, 'datasetProperties', { name: 'x' });
    const input = { tagUrn: tag, ...field(urn, 'Any.Column') };
    const answer = await api.send<{ extensions?: { warnings?: string[] } }>('POST', '/api/graphql', {
      json: { query: 'mutation ($input: TagAssociationInput!) { addTag(input: $input) }', variables: { input } },
    });
    expect(answer.body.extensions?.warnings?.join()).to.contain('Any.Column');
    expect(await tagged(urn, tag)).to.deep.equal(['Any.Column']);
  });

  it('is literal in an aspect that is written as such', async () => {
    const urn = await table();
    await write(urn, 'editableSchemaMetadata', { editableSchemaFieldInfo: [{ fieldPath: 'no.such', description: 'x' }] });
    expect((await entries(urn)).map(({ fieldPath }) => fieldPath)).to.deep.equal(['no.such']);
  });

  it('of a bulk change may have * for any letters, and tables without it are told', async () => {
    const [urn, without] = [await table(['e_mail', 'MAIL_TO', 'id']), await table(['id'])];
    expect(await bulk(urn, '*mail*', { tags: { add: [tag] } })).to.include({ changed: 1, refused: 0 });
    expect(await tagged(urn, tag)).to.deep.equal(['e_mail', 'MAIL_TO']);
    expect((await bulk(without, '*mail*', { tags: { add: [tag] } })).refusals.map(({ code }) => code)).to.deep.equal(['no-such-column']);
  });
});
