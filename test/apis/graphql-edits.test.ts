/**
 * Mutations on many entities and columns at once (docs/semantics.md 15.6).
 */
import { expect } from 'chai';
import { graphql, refused } from '../support/graphql.ts';
import { description, ownership, ownNames, schemaMetadata, urns } from '../support/make.ts';
import { values, write } from '../support/writes.ts';

const own = ownNames('gqledits');

async function change(mutation: string, type: string, input: object): Promise<void> {
  const answer = await graphql(`mutation ($input: ${type}!) { ${mutation}(input: $input) }`, { input });
  expect(answer[mutation]).to.equal(true);
}

describe('GraphQL mutations on many entities at once', () => {
  const [a, b] = [urns.dataset(own()), urns.dataset(own())] as const;
  const both = [{ resourceUrn: a }, { resourceUrn: b }];
  const column = { resourceUrn: a, subResourceType: 'DATASET_FIELD', subResource: 'x' };
  const [tag, other] = [urns.tag(own()), urns.tag(own())] as const;
  const term = urns.term(own());
  const user = urns.user(own());
  const domain = urns.of('domain', own());

  before(async () => {
    for (const dataset of [a, b]) await write(dataset, 'schemaMetadata', schemaMetadata(['x', 'y']));
    for (const each of [tag, other]) await write(each, 'tagProperties', { name: each });
    await write(term, 'glossaryTermInfo', { definition: 'A term', termSource: 'INTERNAL' });
    await write(user, 'corpUserInfo', { active: true });
    await write(domain, 'domainProperties', { name: 'Sales' });
  });

  it('add tags to entities and to columns, keep those that are there, and take them off', async () => {
    await change('batchAddTags', 'BatchAddTagsInput', { tagUrns: [tag], resources: [...both, column] });
    await change('addTag', 'TagAssociationInput', { tagUrn: other, ...column });
    expect((await values(b)).globalTags).to.deep.equal({ tags: [{ tag }] });
    const edited = (await values(a)).editableSchemaMetadata as { editableSchemaFieldInfo: unknown };
    expect(edited.editableSchemaFieldInfo).to.deep.equal([{ fieldPath: 'x', globalTags: { tags: [{ tag }, { tag: other }] } }]);
    await change('batchRemoveTags', 'BatchRemoveTagsInput', { tagUrns: [tag], resources: [...both, column] });
    expect((await values(b)).globalTags).to.deep.equal({ tags: [] });
    const { dataset } = await graphql(
      `{ dataset(urn: "${a}") { tags { tags { tag { urn } } } editableSchemaMetadata { editableSchemaFieldInfo { fieldPath tags { tags { tag { urn } associatedUrn } } } } } }`,
    );
    expect(dataset).to.deep.equal({
      tags: { tags: [] },
      editableSchemaMetadata: { editableSchemaFieldInfo: [{ fieldPath: 'x', tags: { tags: [{ tag: { urn: other }, associatedUrn: a }] } }] },
    });
  });

  it('add glossary terms with who did it and when, also to columns', async () => {
    await change('batchAddTerms', 'BatchAddTermsInput', { termUrns: [term], resources: [{ resourceUrn: b }, { ...column, resourceUrn: b }] });
    const { glossaryTerms, editableSchemaMetadata } = await values(b);
    expect(glossaryTerms?.terms).to.deep.equal([{ urn: term }]);
    expect(glossaryTerms).to.have.nested.property('auditStamp.time').greaterThan(1_600_000_000_000);
    expect(JSON.stringify(editableSchemaMetadata)).to.include(term);
    await change('batchRemoveTerms', 'BatchRemoveTermsInput', { termUrns: [term], resources: [{ resourceUrn: b }] });
    expect((await values(b)).glossaryTerms?.terms).to.deep.equal([]);
  });

  it('add owners with a way of owning, and remove one way or all', async () => {
    const [technical, business] = ['technical', 'business'].map((way) => urns.of('ownershipType', `__system__${way}_owner`)) as [string, string];
    const owners = [technical, business].map((ownershipTypeUrn) => ({ ownerUrn: user, ownerEntityType: 'CORP_USER', ownershipTypeUrn }));
    await change('batchAddOwners', 'BatchAddOwnersInput', { owners, resources: both });
    const ways = async (urn: string) =>
      ((await values(urn)).ownership as { owners: { type: string; typeUrn: string }[] } | undefined)?.owners.map(({ type, typeUrn }) => [
        type,
        typeUrn,
      ]);
    expect(await ways(a)).to.deep.equal([
      ['TECHNICAL_OWNER', technical],
      ['BUSINESS_OWNER', business],
    ]);
    await change('removeOwner', 'RemoveOwnerInput', { ownerUrn: user, ownershipTypeUrn: technical, resourceUrn: a });
    expect(await ways(a)).to.deep.equal([['BUSINESS_OWNER', business]]);
    await write(b, 'ownership', ownership(user));
    await change('batchRemoveOwners', 'BatchRemoveOwnersInput', { ownerUrns: [user], resources: both });
    expect([await ways(a), await ways(b)]).to.deep.equal([[], []]);
  });

  it('set the domain of entities, and take them out of it', async () => {
    await change('batchSetDomain', 'BatchSetDomainInput', { domainUrn: domain, resources: both });
    expect((await values(b)).domains?.domains).to.deep.equal([domain]);
    await change('batchSetDomain', 'BatchSetDomainInput', { resources: both });
    expect((await values(b)).domains?.domains).to.deep.equal([]);
    await graphql(`mutation { setDomain(entityUrn: "${a}", domainUrn: "${domain}") }`);
    expect((await values(a)).domains?.domains).to.deep.equal([domain]);
    await graphql(`mutation { unsetDomain(entityUrn: "${a}") }`);
    expect((await values(a)).domains?.domains).to.deep.equal([]);
  });

  it('write descriptions where people edit them, else where the entity has its own', async () => {
    await write(a, 'datasetProperties', description('from the platform'));
    await change('updateDescription', 'DescriptionUpdateInput', { description: 'edited', resourceUrn: a });
    await change('updateDescription', 'DescriptionUpdateInput', { description: 'a column', ...column });
    await change('updateDescription', 'DescriptionUpdateInput', { description: 'a term', resourceUrn: term });
    await change('updateDescription', 'DescriptionUpdateInput', { description: 'a domain', resourceUrn: domain });
    await change('updateName', 'UpdateNameInput', { name: 'Marketing', urn: domain });
    const stored = await values(a);
    expect([stored.datasetProperties?.description, stored.editableDatasetProperties?.description]).to.deep.equal(['from the platform', 'edited']);
    expect(JSON.stringify(stored.editableSchemaMetadata)).to.include('a column');
    expect((await values(term)).glossaryTermInfo?.definition).to.equal('a term');
    expect((await values(domain)).domainProperties).to.include({ name: 'Marketing', description: 'a domain' });
  });

  it('add and remove links', async () => {
    await change('addLink', 'AddLinkInput', { linkUrl: 'https://example.com/a', label: 'How it is made', resourceUrn: a });
    const linkOfA = async () => {
      const query = `{ dataset(urn: "${a}") { institutionalMemory { elements { url label created { time } updated { time actor } associatedUrn } } } }`;
      return (await graphql(query)).dataset.institutionalMemory.elements[0];
    };
    const link = await linkOfA();
    expect([link.url, link.label, link.associatedUrn]).to.deep.equal(['https://example.com/a', 'How it is made', a]);
    expect(link.updated.time).to.equal(link.created.time);
    const currentUrl = 'https://example.com/a';
    const moved = { linkUrl: 'https://example.com/b', label: 'Moved', resourceUrn: a, settings: { showInAssetPreview: true } };
    await change('updateLink', 'UpdateLinkInput', { currentUrl, currentLabel: 'How it is made', ...moved });
    const [now] = ((await values(a)).institutionalMemory?.elements ?? []) as object[];
    expect(now).to.deep.include({ url: moved.linkUrl, description: 'Moved', settings: { showInAssetPreview: true } });
    await refused(
      'mutation ($input: UpdateLinkInput!) { updateLink(input: $input) }',
      { input: { currentUrl, ...moved } },
      'BAD_REQUEST',
      currentUrl,
    );
    await change('upsertLink', 'UpsertLinkInput', { ...moved, label: 'Once more' });
    const { created, updated } = await linkOfA();
    expect(created).to.deep.equal(link.created);
    expect(updated.time).to.be.greaterThan(created.time);
    await change('upsertLink', 'UpsertLinkInput', { linkUrl: currentUrl, label: 'Added', resourceUrn: a });
    const { institutionalMemory } = await values(a);
    const labels = ((institutionalMemory?.elements ?? []) as { url: string; description: string }[]).map((each) => [each.url, each.description]);
    expect(labels).to.deep.equal([
      [moved.linkUrl, 'Once more'],
      [currentUrl, 'Added'],
    ]);
    await change('removeLink', 'RemoveLinkInput', { linkUrl: currentUrl, label: 'Added', resourceUrn: a });
    await change('removeLink', 'RemoveLinkInput', { linkUrl: moved.linkUrl, label: 'Once more', resourceUrn: a });
    expect((await values(a)).institutionalMemory?.elements).to.deep.equal([]);
  });

  it('deprecate and remove entities; a column is deprecated in an entity of its own', async () => {
    await change('batchUpdateDeprecation', 'BatchUpdateDeprecationInput', { deprecated: true, note: 'old', resources: [{ resourceUrn: b }, column] });
    expect((await values(b)).deprecation).to.include({ deprecated: true, note: 'old' });
    expect((await values(urns.column(a, 'x'))).deprecation).to.include({ deprecated: true });
    await change('batchUpdateSoftDeleted', 'BatchUpdateSoftDeletedInput', { urns: [b], deleted: true });
    expect((await values(b)).status).to.deep.equal({ removed: true });
  });

  it('label one entity at a time: tags and terms are added and taken off', async () => {
    const urn = urns.dataset(own());
    await write(urn, 'schemaMetadata', schemaMetadata(['x']));
    const one = { resourceUrn: urn };
    await change('addTags', 'AddTagsInput', { tagUrns: [tag, other], ...one });
    await change('removeTag', 'TagAssociationInput', { tagUrn: tag, ...one });
    expect((await values(urn)).globalTags).to.deep.equal({ tags: [{ tag: other }] });
    await change('addTag', 'TagAssociationInput', { tagUrn: other, ...one });
    expect((await values(urn)).globalTags).to.deep.equal({ tags: [{ tag: other }] });
    await change('addTerm', 'TermAssociationInput', { termUrn: term, ...one, subResourceType: 'DATASET_FIELD', subResource: 'x' });
    await change('addTerms', 'AddTermsInput', { termUrns: [term], ...one });
    expect((await values(urn)).glossaryTerms?.terms).to.deep.equal([{ urn: term }]);
    const columns = async () => {
      const { dataset } = await graphql(
        `{ dataset(urn: "${urn}") { editableSchemaMetadata { editableSchemaFieldInfo { fieldPath glossaryTerms { terms { term { urn } } } } } } }`,
      );
      return dataset.editableSchemaMetadata.editableSchemaFieldInfo;
    };
    expect(await columns()).to.deep.equal([{ fieldPath: 'x', glossaryTerms: { terms: [{ term: { urn: term } }] } }]);
    await change('removeTerm', 'TermAssociationInput', { termUrn: term, ...one });
    await change('removeTerm', 'TermAssociationInput', { termUrn: term, ...one, subResourceType: 'DATASET_FIELD', subResource: 'x' });
    expect((await values(urn)).glossaryTerms?.terms).to.deep.equal([]);
    expect(await columns()).to.deep.equal([{ fieldPath: 'x', glossaryTerms: { terms: [] } }]);
    await refused(
      'mutation ($input: TermAssociationInput!) { addTerm(input: $input) }',
      { input: { termUrn: tag, ...one } },
      'BAD_REQUEST',
      'glossaryTerm',
    );
  });

  it('give one entity owners, and deprecate it and take that back', async () => {
    const urn = urns.dataset(own());
    await write(urn, 'status', { removed: false });
    const group = urns.group(own());
    await write(group, 'corpGroupInfo', { admins: [], members: [], groups: [] });
    await change('addOwner', 'AddOwnerInput', { ownerUrn: user, ownerEntityType: 'CORP_USER', type: 'DATA_STEWARD', resourceUrn: urn });
    const owners = [
      { ownerUrn: user, ownerEntityType: 'CORP_USER', type: 'TECHNICAL_OWNER' },
      { ownerUrn: group, ownerEntityType: 'CORP_GROUP' },
    ];
    await change('addOwners', 'AddOwnersInput', { owners, resourceUrn: urn });
    const stored = (await values(urn)).ownership as { owners: { owner: string; type: string }[] };
    expect(stored.owners.map(({ owner, type }) => [owner, type])).to.deep.equal([
      [user, 'DATA_STEWARD'],
      [user, 'TECHNICAL_OWNER'],
      [group, 'NONE'],
    ]);
    await change('updateDeprecation', 'UpdateDeprecationInput', { urn, deprecated: true, note: 'old', decommissionTime: 1_000, replacement: a });
    expect((await values(urn)).deprecation).to.include({ deprecated: true, note: 'old', decommissionTime: 1_000, replacement: a });
    await change('updateDeprecation', 'UpdateDeprecationInput', { urn, deprecated: false });
    expect((await values(urn)).deprecation)
      .to.include({ deprecated: false, note: '' })
      .and.not.to.have.property('decommissionTime');
    const query = 'mutation ($input: UpdateDeprecationInput!) { updateDeprecation(input: $input) }';
    await refused(query, { input: { urn: urns.dataset(own()), deprecated: true } }, 'NOT_FOUND', ' does not exist');
  });

  it('name a column as clients do, also if its path has the signs of URNs', async () => {
    const table = urns.dataset(own());
    const path = 'sum(a, b%2C) in %';
    const ofColumn = urns.column(table, 'sum%28a%2C b%252C%29 in %');
    await write(table, 'schemaMetadata', schemaMetadata([path]));
    const odd = { subResourceType: 'DATASET_FIELD', subResource: path };
    await change('updateDeprecation', 'UpdateDeprecationInput', { urn: table, ...odd, deprecated: true, note: 'rounds' });
    expect((await values(ofColumn)).deprecation).to.include({ note: 'rounds' });
    await change('addTag', 'TagAssociationInput', { tagUrn: tag, resourceUrn: table, ...odd });
    const { dataset } = await graphql(
      `{ dataset(urn: "${table}") { schemaMetadata { fields { fieldPath schemaFieldEntity { urn deprecation { note } } } } } }`,
    );
    const schemaFieldEntity = { urn: ofColumn, deprecation: { note: 'rounds' } };
    expect(dataset).to.deep.equal({ schemaMetadata: { fields: [{ fieldPath: path, schemaFieldEntity }] } });
  });

  it('change nothing if one entity, tag or owner does not exist', async () => {
    const before = await values(a);
    const missing = urns.dataset(own());
    const add = 'mutation ($input: BatchAddTagsInput!) { batchAddTags(input: $input) }';
    await refused(add, { input: { tagUrns: [other], resources: [{ resourceUrn: a }, { resourceUrn: missing }] } }, 'NOT_FOUND', missing);
    await refused(add, { input: { tagUrns: [urns.tag(own())], resources: [{ resourceUrn: a }] } }, 'NOT_FOUND', 'tag');
    await refused(add, { input: { tagUrns: [user], resources: [{ resourceUrn: a }] } }, 'BAD_REQUEST', 'tag');
    expect(await values(a)).to.deep.equal(before);
  });
});
