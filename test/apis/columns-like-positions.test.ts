/** A column whose name looks like a position of a list is the one that is changed, on every API (docs/semantics.md 13.6). */
import { expect } from 'chai';
import { api } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { graphql } from '../support/graphql.ts';
import { ownNames, schemaMetadata, urns } from '../support/make.ts';
import { openapi } from '../support/openapi.ts';
import { values, write } from '../support/writes.ts';

const own = ownNames('positions');
const v3 = openapi('v3');

describe('A column that is called like a position', () => {
  const [urn, tag] = [urns.dataset(own()), urns.tag(own())];
  const column = (name: string) => ({ resourceUrn: urn, subResourceType: 'DATASET_FIELD', subResource: name });
  const change = (mutation: string, type: string, input: object) => graphql(`mutation ($input: ${type}!) { ${mutation}(input: $input) }`, { input });
  const edits = async (): Promise<object[]> => {
    const { editableSchemaFieldInfo } = (await values(urn)).editableSchemaMetadata as { editableSchemaFieldInfo: object[] };
    return editableSchemaFieldInfo;
  };
  const mine = { fieldPath: 'id', description: 'mine' };

  before(async () => {
    await write(tag, 'tagProperties', { name: 'Tag' });
    await write(urn, 'schemaMetadata', schemaMetadata(['id', '0', '1']));
    await write(urn, 'editableSchemaMetadata', { editableSchemaFieldInfo: [mine] });
  });

  it('is edited by GraphQL, a bulk change and a patch, and no other column is', async () => {
    await change('updateDescription', 'DescriptionUpdateInput', { ...column('0'), description: 'zero' });
    await change('addTag', 'TagAssociationInput', { tagUrn: tag, ...column('1') });
    expect(await edits()).to.deep.equal([mine, { fieldPath: '0', description: 'zero' }, { fieldPath: '1', globalTags: { tags: [{ tag }] } }]);
    await change('removeTag', 'TagAssociationInput', { tagUrn: tag, ...column('0') });
    const { id } = (await api.send<{ id: string }>('POST', '/bulk', { json: { urns: [urn], columns: ['0'], changes: { tags: { add: [tag] } } } }))
      .body;
    await eventually(async () => expect((await api.send<object>('GET', `/bulk/${id}`)).body).to.include({ state: 'done', changed: 1 }));
    const patch = [{ op: 'add', path: '/editableSchemaFieldInfo/-/description', value: 'dash' }];
    expect((await v3.patch('dataset', urn, 'editableSchemaMetadata', { patch })).status).to.equal(200);
    const found = await edits();
    expect(found.map((each) => ('globalTags' in each ? 1 : 0))).to.deep.equal([0, 1, 1, 0]);
    expect([found[0], found[3]]).to.deep.equal([mine, { fieldPath: '-', description: 'dash' }]);
  });

  it('is what a patch of the schema names: a position is none', async () => {
    expect((await v3.patch('dataset', urn, 'schemaMetadata', { patch: [{ op: 'remove', path: '/fields/2' }] })).status).to.equal(200);
    const { fields } = (await values(urn)).schemaMetadata as { fields: { fieldPath: string }[] };
    expect(fields.map(({ fieldPath }) => fieldPath)).to.deep.equal(['id', '0', '1']);
  });
});
