/**
 * What clients ask of a server in GraphQL: settings, steps, connections, and what Cairn does not have (docs/graphql.md).
 */
import { expect } from 'chai';
import { graphql, refused } from '../support/graphql.ts';
import { ownNames, stamp, urns } from '../support/make.ts';
import { write } from '../support/writes.ts';

const own = ownNames('gqlsettings');

describe('What a server has, in GraphQL', () => {
  it('batchGetStepStates has the states that are stored', async () => {
    const [seen, unseen] = [own(), own()] as const;
    await write(urns.of('dataHubStepState', seen), 'dataHubStepStateProperties', { properties: { done: 'yes' }, lastModified: stamp() });
    const { batchGetStepStates } = await graphql(
      'query ($ids: [String!]!) { batchGetStepStates(input: { ids: $ids }) { results { id properties { key value } } } }',
      { ids: [unseen, seen] },
    );
    expect(batchGetStepStates).to.deep.equal({ results: [{ id: seen, properties: [{ key: 'done', value: 'yes' }] }] });
  });

  it('connection has what is stored; of another type it is refused', async () => {
    const urn = urns.of('dataHubConnection', own());
    await write(urn, 'dataHubConnectionDetails', { type: 'JSON', name: 'Warehouse', json: { encryptedBlob: 'x' } });
    await write(urn, 'dataPlatformInstance', { platform: urns.platform('slack') });
    const { connection } = await graphql(`{ connection(urn: "${urn}") { urn details { type name } platform { urn } } }`);
    expect(connection).to.deep.equal({ urn, details: { type: 'JSON', name: 'Warehouse' }, platform: { urn: urns.platform('slack') } });
    expect(await graphql(`{ connection(urn: "${urns.of('dataHubConnection', own())}") { urn } }`)).to.deep.equal({ connection: null });
    await refused(`{ connection(urn: "${urns.tag(own())}") { urn } }`, undefined, 'BAD_REQUEST', 'dataHubConnection');
  });

  it('a view that a user has chosen is an entity', async () => {
    const [user, view] = [urns.user(own()), urns.of('dataHubView', own())] as const;
    await write(user, 'corpUserSettings', { appearance: {}, views: { defaultView: view } });
    const { corpUser } = await graphql(`{ corpUser(urn: "${user}") { settings { views { defaultView { urn } } } } }`);
    expect(corpUser).to.deep.equal({ settings: { views: { defaultView: { urn: view } } } });
  });

  it('analytics, tours and quick filters are empty, because Cairn has none', async () => {
    const answer = await graphql(
      `{
        getMetadataAnalyticsCharts(input: { query: "*" }) { groupId }
        getHighlights { title }
        getQuickFilters(input: {}) { quickFilters { field } }
        docPropagationSettings { docColumnPropagation } }`,
    );
    expect(answer).to.deep.equal({
      getMetadataAnalyticsCharts: [],
      getHighlights: [],
      getQuickFilters: { quickFilters: [] },
      docPropagationSettings: { docColumnPropagation: false },
    });
  });
});
