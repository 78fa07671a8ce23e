/**
 * Documents as known clients write, move, search and read them over GraphQL, and the stages in the life of assets (docs/graphql.md).
 */
import { expect } from 'chai';
import { api } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { search, writeAllSearchable } from '../support/find.ts';
import { type Data, graphql, refused } from '../support/graphql.ts';
import { ownership, ownNames, proposal, stamp, status, urns } from '../support/make.ts';
import { expectRefusal } from '../support/refusals.ts';
import { values, write } from '../support/writes.ts';

const own = ownNames('gqldocuments');

const mutation = (field: string): string => `mutation ($input: ${field[0]?.toUpperCase()}${field.slice(1)}Input!) { ${field}(input: $input) }`;
const run = async (field: string, input: object): Promise<Data> => (await graphql(mutation(field), { input }))[field];
const make = (input: object): Promise<string> => run('createDocument', { id: own(), contents: { text: 'Text' }, ...input });

const READ = `query ($urn: String!) { document(urn: $urn) {
  exists subType settings { showInGlobalContext } ownership { owners { owner { ... on CorpUser { urn } } } }
  info { title contents { text } status { state } parentDocument { document { urn } } draftOf { document { urn } }
    relatedAssets { asset { urn } } relatedDocuments { document { urn } } created { actor { urn } } }
  drafts { urn } parentDocuments { count documents { urn } }
} }`;
const read = async (urn: string): Promise<Data> => (await graphql(READ, { urn })).document;

async function found(input: object): Promise<string[]> {
  const query = 'query ($input: SearchDocumentsInput!) { searchDocuments(input: $input) { total documents { urn } facets { field } } }';
  const { total, documents } = (await graphql(query, { input: { count: 50, ...input } })).searchDocuments;
  expect(total).to.equal(documents.length);
  return documents.map(({ urn }: { urn: string }) => urn);
}

describe('Documents in GraphQL', () => {
  it('are made with all that they are about, unpublished, and owned by their author', async () => {
    const asset = urns.dataset(own());
    await write(asset, 'status', status(false));
    const parent = await make({ title: 'Handbook' });
    const urn = await make({ title: 'Guide', subType: 'FAQ', parentDocument: parent, relatedAssets: [asset], relatedDocuments: [parent] });
    const { info, ...rest } = await read(urn);
    expect(info).to.deep.include({
      title: 'Guide',
      contents: { text: 'Text' },
      status: { state: 'UNPUBLISHED' },
      parentDocument: { document: { urn: parent } },
      relatedAssets: [{ asset: { urn: asset } }],
      relatedDocuments: [{ document: { urn: parent } }],
    });
    expect(rest).to.deep.include({ exists: true, subType: 'FAQ', settings: { showInGlobalContext: true } });
    expect(rest.ownership.owners).to.deep.equal([{ owner: info.created.actor }]);
    expect(rest.parentDocuments).to.deep.equal({ count: 1, documents: [{ urn: parent }] });
    await refused(mutation('createDocument'), { input: { parentDocument: urns.of('document', own()) } }, 'NOT_FOUND', 'does not exist');
  });

  it('change their text, title, type, state, settings and what they are about', async () => {
    const [urn, other] = [await make({ title: 'First', subType: 'FAQ' }), await make({})];
    await run('updateDocumentContents', { urn, title: 'Second', contents: { text: 'New' } });
    await run('updateDocumentStatus', { urn, state: 'PUBLISHED' });
    await run('updateDocumentRelatedEntities', { urn, relatedDocuments: [other] });
    await run('updateDocumentSettings', { urn, showInGlobalContext: false });
    const { info, settings, subType } = await read(urn);
    expect(info).to.deep.include({ title: 'Second', contents: { text: 'New' }, status: { state: 'PUBLISHED' } });
    expect([info.relatedDocuments, settings, subType]).to.deep.equal([[{ document: { urn: other } }], { showInGlobalContext: false }, 'FAQ']);
    await run('updateDocumentSubType', { urn });
    expect((await read(urn)).subType).to.equal(null);
  });

  it('move below others and to the top, but not below themselves', async () => {
    const [top, urn] = [await make({}), await make({})];
    await run('moveDocument', { urn, parentDocument: top });
    expect((await read(urn)).info.parentDocument).to.deep.equal({ document: { urn: top } });
    for (const parentDocument of [top, urn])
      await refused(mutation('moveDocument'), { input: { urn: top, parentDocument } }, 'BAD_REQUEST', 'not below');
    await run('moveDocument', { urn });
    expect((await read(urn)).info.parentDocument).to.equal(null);
  });

  it('have drafts, which are merged into them', async () => {
    const urn = await make({ title: 'Good', state: 'PUBLISHED' });
    const draft = await make({ title: 'Better', contents: { text: 'More' }, draftFor: urn });
    expect([(await read(urn)).drafts, (await read(draft)).info.draftOf]).to.deep.equal([[{ urn: draft }], { document: { urn } }]);
    await run('mergeDraft', { draftUrn: draft });
    expect((await read(urn)).info).to.deep.include({ title: 'Better', contents: { text: 'More' }, status: { state: 'PUBLISHED' } });
    expect((await read(draft)).exists).to.equal(false);
    await refused(mutation('mergeDraft'), { input: { draftUrn: urn } }, 'BAD_REQUEST', 'draft');
    await refused(mutation('createDocument'), { input: { draftFor: urn, state: 'PUBLISHED' } }, 'BAD_REQUEST', 'UNPUBLISHED');
  });

  it('are found if they are published, shown everywhere and no drafts, by parent, type, state and domain', async () => {
    // Letters only: words are also found by their parts.
    const word = own()
      .replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')
      .replaceAll('_', '');
    const domain = urns.of('domain', own());
    await write(domain, 'domainProperties', { name: 'D' });
    const root = await make({ title: `${word} root`, state: 'PUBLISHED', subType: 'Runbook' });
    const child = await make({ title: `${word} child`, state: 'PUBLISHED', parentDocument: root });
    const asset = urns.dataset(own());
    await write(asset, 'datasetProperties', { name: 'A' });
    const owners = [{ ownerUrn: urns.user(own()), ownerEntityType: 'CORP_USER', type: 'TECHNICAL_OWNER' }];
    const open = await make({ title: `${word} open`, owners, relatedAssets: [asset], parentDocument: root });
    const mine = await make({ title: `${word} mine`, relatedAssets: [asset], subType: 'FAQ' });
    const draft = await make({ title: `${word} draft`, draftFor: root });
    const hidden = await make({ title: `${word} hidden`, state: 'PUBLISHED', settings: { showInGlobalContext: false } });
    await write(child, 'domains', { domains: [domain] });
    await eventually(async () => expect(await found({ query: word, domains: [domain] })).to.deep.equal([child]));
    expect(await found({ query: word })).to.have.members([root, child, mine]);
    expect(await found({ query: word, relatedAssets: [asset] })).to.deep.equal([mine]);
    expect(await found({ query: word, sourceType: 'EXTERNAL' })).to.deep.equal([]);
    const about = async (input: string): Promise<string[]> => {
      const { dataset } = await graphql(`{ dataset(urn: "${asset}") { relatedDocuments(input: { ${input} }) { documents { urn } } } }`);
      return dataset.relatedDocuments.documents.map((each: Data) => each.urn);
    };
    expect(await about('sourceType: NATIVE')).to.have.members([open, mine]);
    expect(await about('rootOnly: true')).to.deep.equal([mine]);
    expect(await about('types: ["FAQ"]')).to.deep.equal([mine]);
    expect(await about(`parentDocuments: ["${root}"]`)).to.deep.equal([open]);
    expect(await found({ query: word, rootOnly: true })).to.have.members([root, mine]);
    expect(await found({ query: word, parentDocument: root })).to.deep.equal([child]);
    expect(await found({ query: word, parentDocuments: [root] })).to.deep.equal([child]);
    expect(await found({ query: word, types: ['Runbook'] })).to.deep.equal([root]);
    expect(await found({ query: word, states: ['UNPUBLISHED'] })).to.have.members([open, mine]);
    expect(await found({ query: word, states: ['UNPUBLISHED'], includeDrafts: true })).to.have.members([open, mine, draft]);
    expect(await found({ query: word, states: ['PUBLISHED', 'UNPUBLISHED'], includeDrafts: true })).to.not.include(hidden);
  });

  it('tell what has changed in them, the newest first, and are deleted', async () => {
    const [urn, parent] = [await make({ title: 'One' }), await make({})];
    await run('updateDocumentContents', { urn, title: 'Two' });
    await run('moveDocument', { urn, parentDocument: parent });
    const query =
      'query ($urn: String!, $limit: Int) { document(urn: $urn) { changeHistory(limit: $limit) { changeType actor { urn } details { key value } } } }';
    const { changeHistory } = (await graphql(query, { urn })).document;
    expect(changeHistory.map(({ changeType }: Data) => changeType)).to.deep.equal(['PARENT_CHANGED', 'TITLE_CHANGED', 'CREATED']);
    expect(changeHistory[1].details).to.deep.equal([
      { key: 'before', value: 'One' },
      { key: 'after', value: 'Two' },
    ]);
    expect(changeHistory[1].actor.urn).to.match(/^urn:svc:corpuser:/);
    expect((await graphql(query, { urn, limit: 1 })).document.changeHistory).to.have.length(1);
    expect(await graphql('mutation ($urn: String!) { deleteDocument(urn: $urn) }', { urn })).to.deep.equal({ deleteDocument: true });
    expect((await read(urn)).exists).to.equal(false);
  });
});

describe('Stages in the life of assets', () => {
  const stageOf = async (settings: object, ...allowedPreviousStages: string[]): Promise<string> => {
    const stage = urns.of('lifecycleStageType', own());
    const transitionPolicy = { allowedPreviousStages };
    await write(stage, 'lifecycleStageTypeInfo', { name: 'Stage', settings, transitionPolicy, created: stamp(), lastModified: stamp() });
    return stage;
  };
  const SET = 'mutation ($urn: String!, $stage: String) { setLifecycleStage(urn: $urn, lifecycleStageUrn: $stage) }';

  it('follow those that they allow; what has none enters any', async () => {
    const draft = await stageOf({});
    const review = await stageOf({}, draft);
    const done = await stageOf({}, review);
    const [asset, late] = [urns.dataset(own()), urns.dataset(own())];
    for (const urn of [asset, late]) await write(urn, 'status', { removed: false });
    await graphql(SET, { urn: asset, stage: draft });
    await refused(SET, { urn: asset, stage: done }, 'BAD_REQUEST', 'does not follow');
    const direct = await api.ingestProposal(proposal(asset, 'status', { removed: false, lifecycleStage: done }));
    expectRefusal(direct, 422, '/lifecycleStage');
    for (const stage of [review, review, done]) await graphql(SET, { urn: asset, stage });
    await graphql(SET, { urn: late, stage: done });
  });

  it('hide what they hold from searches of others than its owners', async () => {
    const word = own('staged').replaceAll('_', '');
    const hidden = await stageOf({ hideInSearch: true });
    const { me } = await graphql('{ me { corpUser { urn } } }');
    const [shown, mine, theirs] = ['a', 'b', 'c'].map((each) => urns.dataset(`${word}.${each}`)) as [string, string, string];
    const status = { removed: false, lifecycleStage: hidden };
    await writeAllSearchable([
      proposal(shown, 'status', { removed: false }),
      proposal(mine, 'status', status),
      proposal(mine, 'ownership', ownership(me.corpUser.urn)),
      proposal(theirs, 'status', status),
      proposal(theirs, 'ownership', ownership(urns.user(own()))),
    ]);
    const QUERY = 'query ($input: SearchAcrossEntitiesInput!) { searchAcrossEntities(input: $input) { total searchResults { entity { urn } } } }';
    const found = async ({ searchFlags = {}, ...more }: { searchFlags?: object; orFilters?: object[] }): Promise<string[]> => {
      const input = { types: ['DATASET'], query: word, searchFlags: { allWords: true, ...searchFlags }, ...more };
      const { searchAcrossEntities } = await graphql(QUERY, { input });
      return searchAcrossEntities.searchResults.map(({ entity }: Data) => entity.urn).sort();
    };
    expect(await found({})).to.deep.equal([shown, mine]);
    expect(await found({ searchFlags: { includeHiddenLifecycleStages: true } })).to.deep.equal([shown, mine, theirs]);
    expect(await found({ orFilters: [{ and: [{ field: 'lifecycleStage', values: [hidden] }] }] })).to.deep.equal([mine, theirs]);
    expect((await search({ input: word })).metadata.urns.sort()).to.deep.equal([shown, mine]);
    expect((await search({ input: word, searchFlags: { includeHiddenLifecycleStages: true } })).metadata.urns).to.have.length(3);
    const pairs = Array.from({ length: 15 }, (_, at) => ({
      and: [
        { field: 'platform', values: [urns.platform(at === 0 ? 'hive' : `${at}`)] },
        { field: 'origin', values: ['PROD'] },
      ],
    }));
    expect(await found({ orFilters: pairs.slice(0, 14) })).to.deep.equal([shown, mine]);
    await refused(QUERY, { input: { query: '*', orFilters: pairs } }, 'BAD_REQUEST', 'comparisons');
    await write(hidden, 'lifecycleStageTypeInfo', { name: 'Stage', settings: {}, created: stamp(), lastModified: stamp() });
    expect(await found({})).to.deep.equal([shown, mine, theirs]);
  });

  it('are listed, set and taken back', async () => {
    const stage = urns.of('lifecycleStageType', own());
    const asset = urns.dataset(own());
    await write(asset, 'status', status(false));
    await write(stage, 'lifecycleStageTypeInfo', { name: 'Draft', settings: { hideInSearch: true }, created: stamp(), lastModified: stamp() });
    const { listLifecycleStages } = await graphql('{ listLifecycleStages { urn name description entityTypes hideInSearch allowedPreviousStages } }');
    expect(listLifecycleStages.find(({ urn }: Data) => urn === stage)).to.deep.equal({
      urn: stage,
      name: 'Draft',
      description: null,
      entityTypes: null,
      hideInSearch: true,
      allowedPreviousStages: null,
    });
    const set = 'mutation ($urn: String!, $stage: String) { setLifecycleStage(urn: $urn, lifecycleStageUrn: $stage) }';
    await graphql(set, { urn: asset, stage });
    expect((await values(asset)).status).to.deep.include({ removed: false, lifecycleStage: stage });
    await graphql(set, { urn: asset });
    expect((await values(asset)).status).to.not.have.property('lifecycleStage');
    await refused(set, { urn: asset, stage: urns.of('lifecycleStageType', own()) }, 'NOT_FOUND', 'does not exist');
  });
});

describe('Documents that are shown with their assets only', () => {
  it('are in no search, unless it asks for them', async () => {
    const word = own('context').replaceAll('_', '');
    const [everywhere, beside] = [await make({ title: `${word} a` }), await make({ title: `${word} b`, settings: { showInGlobalContext: false } })];
    const query = 'query ($input: SearchAcrossEntitiesInput!) { searchAcrossEntities(input: $input) { searchResults { entity { urn } } } }';
    const found = async (more: object): Promise<string[]> => {
      const { searchAcrossEntities } = await graphql(query, {
        input: { types: ['DOCUMENT'], query: word, searchFlags: { allWords: true }, ...more },
      });
      return searchAcrossEntities.searchResults.map(({ entity }: Data) => entity.urn);
    };
    const asked = { orFilters: [{ and: [{ field: 'showInGlobalContext', values: ['false'] }] }] };
    await eventually(async () => expect(await found(asked)).to.deep.equal([beside]));
    expect(await found({})).to.deep.equal([everywhere]);
  });
});
