/** Who may not change an asset suggests it (docs/access.md 3), and who may accepts or declines. */
import { expect } from 'chai';
import { asUser, changePolicy, makePolicy, makeUser, type User } from '../support/access.ts';
import { api, encode } from '../support/client.ts';
import { leastCostOf } from '../support/cost.ts';
import { type Data, type GraphAnswer, graphql } from '../support/graphql.ts';
import { description, ownNames, proposal, schemaMetadata, urns } from '../support/make.ts';
import { expectRefusal } from '../support/refusals.ts';
import { write } from '../support/writes.ts';

const own = ownNames('suggesting');
const DIFFERENCE = '{ part column before { text note } after { text note } }';
const FIELDS = `urn user resource column reason state expiresAt decidedBy note asked ${DIFFERENCE}`;
const LIST = `query ($urn: String) { found: suggestions(urn: $urn) {
  parts mine { ${FIELDS} } toDecideTotal toDecide { ${FIELDS} preview { changed refusal differences ${DIFFERENCE} } }
} }`;
const SUGGEST = `mutation ($input: SuggestChangeInput!) { made: suggestChange(input: $input) { ${FIELDS} } }`;
const DECIDE = `mutation ($input: DecideSuggestionInput!) { made: decideSuggestion(input: $input) { ${FIELDS} } }`;

const list = async (user: User, urn?: string) => (await asUser(user, LIST, { urn })).data.found;
const suggest = (user: User, input: object) => asUser(user, SUGGEST, { input });
const suggested = async (user: User, input: object) => {
  const { data, errors } = await suggest(user, input);
  expect(errors, JSON.stringify(errors)).to.equal(undefined);
  return data.made;
};
const decide = (user: User, input: object) => asUser(user, DECIDE, { input });
const pointerOf = ({ errors }: GraphAnswer) => errors?.[0]?.extensions.details?.[0]?.pointer;
const reasonOf = ({ errors }: GraphAnswer) => errors?.[0]?.extensions.reason;
const urnsIn = (rows: readonly { readonly urn: string }[]): string[] => rows.map(({ urn }) => urn);
interface Version {
  readonly value: unknown;
  readonly systemMetadata: { readonly properties: Readonly<Record<string, string>> };
}
const versionOf = async (urn: string, aspect: string): Promise<Version> =>
  (await api.send<Version>('GET', `/openapi/v3/entity/dataset/${encode(urn)}/${aspect}?systemMetadata=true`)).body;

describe('A suggestion', () => {
  let owner: User;
  let reader: User;
  let tag: string;

  /** A table of the owner, who may change it. */
  const newTable = async (): Promise<string> => {
    const urn = urns.dataset(own());
    await write(urn, 'datasetProperties', { name: 'x' });
    await write(urn, 'ownership', { owners: [{ owner: owner.urn, type: 'DATAOWNER' }] });
    await write(urn, 'schemaMetadata', schemaMetadata(['id', 'mail']));
    return urn;
  };

  before(async () => {
    owner = await makeUser(own());
    reader = await makeUser(own());
    tag = urns.tag(own());
    await write(tag, 'tagProperties', { name: 'Tag' });
    await makePolicy({ privileges: ['EDIT_ENTITY'], users: [owner.urn], criteria: [{ field: 'OWNER', values: [owner.urn] }] });
  });

  it('waits for the owner with old and new values, is written as the owner once accepted, and says what became of it', async () => {
    const table = await newTable();
    await write(table, 'editableDatasetProperties', description('Old'));
    const made = await suggested(reader, { urn: table, changes: { description: { set: 'New' } }, reason: 'It was wrong' });
    expect(made).to.deep.include({ user: reader.urn, resource: table, column: null, reason: 'It was wrong', state: 'OPEN' });
    expect(made.asked).to.deep.equal([{ part: 'description', column: null, before: [], after: [{ text: 'New', note: null }] }]);
    const { mine, toDecide } = await list(owner);
    expect(mine).to.deep.equal([]);
    expect(toDecide.find(({ urn }: { urn: string }) => urn === made.urn)?.preview).to.deep.equal({
      changed: false,
      refusal: null,
      differences: [{ part: 'description', column: null, before: [{ text: 'Old', note: null }], after: [{ text: 'New', note: null }] }],
    });
    const { made: decided } = (await decide(owner, { urn: made.urn, accept: true })).data;
    expect(decided).to.deep.include({ state: 'ACCEPTED', decidedBy: owner.urn });
    const { value, systemMetadata } = await versionOf(table, 'editableDatasetProperties');
    expect(value).to.deep.include({ description: 'New' });
    expect(systemMetadata.properties).to.deep.include({ suggestedBy: reader.urn, reason: 'It was wrong' });
    expect((await list(reader)).mine[0]).to.deep.include({ urn: made.urn, state: 'ACCEPTED' });
    expect(urnsIn((await list(owner)).toDecide)).to.not.include(made.urn);
    expect(reasonOf(await decide(owner, { urn: made.urn, accept: true }))).to.equal('bad-parameter');
  });

  it('is of tags, terms, owners, a domain, applications, and of columns', async () => {
    const table = await newTable();
    const [domain, term, application] = [urns.of('domain', own()), urns.term(own()), urns.of('application', own())];
    await write(domain, 'domainProperties', { name: 'Sales' });
    await write(application, 'applicationProperties', { name: 'Shop' });
    await write(term, 'glossaryTermInfo', { name: 'Term', definition: 'x', termSource: 'INTERNAL' });
    const inputs = [
      { changes: { tags: { add: [tag] }, terms: { add: [term] }, domain: { set: domain }, owners: { add: [{ owner: reader.urn }] } } },
      { changes: { applications: { add: [application] } } },
      { column: 'mail', changes: { description: { set: 'Where to write to' }, tags: { add: [tag] } } },
    ];
    for (const input of inputs) {
      const { urn } = await suggested(reader, { urn: table, ...input });
      const { errors } = await decide(owner, { urn, accept: true });
      expect(errors, JSON.stringify(errors)).to.equal(undefined);
    }
    for (const [aspect, mention] of [
      ['globalTags', tag],
      ['glossaryTerms', term],
      ['domains', domain],
      ['applications', application],
      ['ownership', reader.urn],
      ['editableSchemaMetadata', 'Where to write to'],
    ] as const)
      expect(JSON.stringify((await versionOf(table, aspect)).value), aspect).to.contain(mention);
    expect((await list(owner, table)).parts).to.have.members(['description', 'tags', 'terms', 'owners', 'domain', 'applications', 'columns']);
  });

  it('is declined with a sentence, or withdrawn by who suggests it', async () => {
    const table = await newTable();
    const input = { urn: table, changes: { tags: { add: [tag] } } };
    const { urn } = await suggested(reader, input);
    expect(pointerOf(await decide(owner, { urn, accept: false }))).to.equal('/input/note');
    const { made } = (await decide(owner, { urn, accept: false, note: 'It is no such table' })).data;
    expect(made).to.deep.include({ state: 'DECLINED', note: 'It is no such table' });
    expect((await list(reader, table)).mine[0]).to.deep.include({ urn, state: 'DECLINED', note: 'It is no such table', decidedBy: owner.urn });
    // The same again is open again.
    expect(await suggested(reader, input)).to.deep.include({ urn, state: 'OPEN', note: null });
    expect((await decide(reader, { urn, accept: false })).data.made).to.deep.include({ state: 'DECLINED', decidedBy: reader.urn });
    for (const user of [owner, reader]) expect(await list(user, table)).to.deep.include({ mine: [], toDecide: [] });
  });

  it('is decided once: of two who decide at the same moment, one is refused, and what follows fits what is said [long]', async () => {
    const other = await makeUser(own(), 'Admin');
    for (let turn = 0; turn < 15; turn++) {
      const table = await newTable();
      const { urn } = await suggested(reader, { urn: table, changes: { description: { set: 'New' } } });
      const against = turn % 3 === 0 ? decide(reader, { urn, accept: false }) : decide(other, { urn, accept: turn % 3 === 1, note: 'No' });
      const answers = await Promise.all([decide(owner, { urn, accept: true }), against]);
      const late = answers.filter(({ errors }) => errors !== undefined);
      expect(late).to.have.length(1);
      // Who has withdrawn it leaves nothing to decide about.
      expect(reasonOf(late[0] as GraphAnswer)).to.be.oneOf(['bad-parameter', 'no-such-entity']);
      const state = answers.find(({ errors }) => errors === undefined)?.data.made.state;
      const { status } = await api.send('GET', `/openapi/v3/entity/dataset/${encode(table)}/editableDatasetProperties`);
      expect(status).to.equal(state === 'ACCEPTED' ? 200 : 404);
      const left = (await list(reader, table)).mine.map((each: Data) => each.state);
      expect(left).to.deep.equal(state === 'DECLINED' && turn % 3 === 0 ? [] : [state]);
    }
  });

  it('that changes nothing any more is accepted, and one about what is gone is not', async () => {
    const table = await newTable();
    const { urn } = await suggested(reader, { urn: table, changes: { tags: { add: [tag] } } });
    await write(table, 'globalTags', { tags: [{ tag }] });
    expect((await decide(owner, { urn, accept: true })).data.made.state).to.equal('ACCEPTED');
  });

  it('says when what it is about has changed since, or is so already', async () => {
    const table = await newTable();
    const long = 'x'.repeat(400);
    await write(table, 'editableDatasetProperties', description(`${long} Old`));
    await suggested(reader, { urn: table, changes: { description: { set: 'New' } } });
    await write(table, 'editableDatasetProperties', description(`${long} Other`));
    const previewed = async () => (await list(owner, table)).toDecide[0].preview;
    expect(await previewed()).to.deep.include({ changed: true, refusal: null });
    expect((await previewed()).differences[0].before).to.deep.equal([{ text: `${long} Other`, note: null }]);
    await write(table, 'editableDatasetProperties', description('New'));
    expect(await previewed()).to.deep.equal({ changed: true, refusal: null, differences: [] });
  });

  it('is previewed for itself, also beside others about the same asset', async () => {
    const table = await newTable();
    const tags = [tag, urns.tag(own())] as const;
    await write(tags[1], 'tagProperties', { name: 'Other' });
    for (const each of tags) await suggested(reader, { urn: table, changes: { tags: { add: [each] } } });
    await suggested(reader, { urn: table, column: 'id', changes: { tags: { add: [tag] } } });
    const { toDecide } = await list(owner, table);
    const after = ({ preview: { changed, refusal, differences } }: Data) => [changed, refusal, differences.map((each: Data) => each.after[0].text)];
    expect(toDecide.map(after)).to.deep.equal([
      [false, null, [tag]],
      [false, null, [tags[1]]],
      [false, null, [tag]],
    ]);
  });

  it('is previewed together with those about other assets [long]', async () => {
    const keeper = await makeUser(own());
    const tables = Array.from({ length: 14 }, () => urns.dataset(own()));
    await makePolicy({ privileges: ['EDIT_ENTITY'], users: [keeper.urn], criteria: [{ field: 'OWNER', values: [keeper.urn] }] });
    for (const table of tables) await write(table, 'ownership', { owners: [{ owner: keeper.urn, type: 'DATAOWNER' }] });
    const user = await makeUser(own());
    const sent = { headers: keeper.headers, json: { query: LIST } };
    const statements = async (of: readonly string[]): Promise<number> => {
      for (const table of of) await suggested(user, { urn: table, changes: { tags: { add: [tag] } } });
      const { answer, cost } = await leastCostOf({ method: 'POST', path: '/api/graphql', sent });
      expect((answer.body as Data).data.found.toDecide).to.have.length(tables.indexOf(of.at(-1) ?? '') + 1);
      return cost.statements;
    };
    const few = await statements(tables.slice(0, 2));
    // Not one for each of twelve more; work in the background adds some.
    expect(await statements(tables.slice(2))).to.be.at.most(few + 8);
  });

  it('is decided by nobody without the right to that change, and judged by the rights of that time', async () => {
    const table = await newTable();
    const [tagger, other] = [await makeUser(own()), await makeUser(own())];
    const rights = { privileges: ['EDIT_ENTITY_TAGS'], users: [tagger.urn], criteria: [{ field: 'URN', values: [table] }] };
    const policy = await makePolicy(rights);
    const [text, tags] = [
      await suggested(reader, { urn: table, changes: { description: { set: 'New' } } }),
      await suggested(reader, { urn: table, changes: { tags: { add: [tag] } } }),
    ];
    expect(urnsIn((await list(tagger, table)).toDecide)).to.deep.equal([tags.urn]);
    // Who does not own it is not told of it elsewhere.
    expect(urnsIn((await list(tagger)).toDecide)).to.not.include(tags.urn);
    expect(await list(other, table)).to.deep.include({ mine: [], toDecide: [] });
    for (const [user, urn] of [
      [tagger, text.urn],
      [other, tags.urn],
    ] as const)
      for (const accept of [true, false]) expect(reasonOf(await decide(user, { urn, accept, note: 'x' }))).to.equal('no-such-entity');
    expect(reasonOf(await decide(reader, { urn: tags.urn, accept: true }))).to.equal('not-allowed');
    await changePolicy(policy, { ...rights, state: 'INACTIVE' });
    expect(reasonOf(await decide(tagger, { urn: tags.urn, accept: true }))).to.equal('no-such-entity');
    await changePolicy(policy, rights);
    expect((await decide(tagger, { urn: tags.urn, accept: true })).data.made.state).to.equal('ACCEPTED');
  });

  it('about columns is decided by who may change these', async () => {
    const table = await newTable();
    const [describer, tagger] = [await makeUser(own()), await makeUser(own())];
    const criteria = [{ field: 'URN', values: [table] }];
    await makePolicy({ privileges: ['EDIT_DATASET_COL_DESCRIPTION'], users: [describer.urn], criteria });
    await makePolicy({ privileges: ['EDIT_DATASET_COL_TAGS'], users: [tagger.urn], criteria });
    const [text, tags] = [
      await suggested(reader, { urn: table, column: 'id', changes: { description: { set: 'The number' } } }),
      await suggested(reader, { urn: table, column: 'id', changes: { tags: { add: [tag] } } }),
    ];
    expect(urnsIn((await list(describer, table)).toDecide)).to.deep.equal([text.urn]);
    expect(urnsIn((await list(tagger, table)).toDecide)).to.deep.equal([tags.urn]);
  });

  it('of many, each is listed: 50 at a time, with how many there are', async () => {
    const [mine, users] = [await makeUser(own()), await Promise.all([own(), own(), own()].map((name) => makeUser(name)))];
    const made: string[] = [];
    for (const user of users) {
      const table = urns.dataset(own());
      await write(table, 'ownership', { owners: [{ owner: mine.urn, type: 'DATAOWNER' }] });
      const changes = Array.from({ length: 17 }, (_, at) => ({ description: { set: `Text ${at}` } }));
      made.push(...(await Promise.all(changes.map((each) => suggested(user, { urn: table, changes: each })))).map(({ urn }) => urn));
    }
    await makePolicy({ privileges: ['EDIT_ENTITY'], users: [mine.urn], criteria: [{ field: 'OWNER', values: [mine.urn] }] });
    const page = async (start?: number) =>
      (await asUser(mine, 'query ($start: Int) { found: suggestions(start: $start) { toDecideTotal toDecide { urn } } }', { start })).data.found;
    const [first, second, third] = [await page(), await page(50), await page(51)];
    expect([first, second, third].map(({ toDecideTotal }) => toDecideTotal)).to.deep.equal([51, 51, 51]);
    expect([first, second, third].map(({ toDecide }) => toDecide.length)).to.deep.equal([50, 1, 0]);
    expect(urnsIn([...first.toDecide, ...second.toDecide])).to.have.members(made);
    expect(pointerOf(await asUser(mine, '{ suggestions(start: -1) { toDecideTotal } }'))).to.equal('/start');
  });

  it('about what nobody owns waits for everybody who may change it', async () => {
    const [table, editor] = [urns.dataset(own()), await makeUser(own(), 'Editor')];
    await write(table, 'datasetProperties', { name: 'x' });
    const { urn } = await suggested(reader, { urn: table, changes: { tags: { add: [tag] } } });
    expect(urnsIn((await list(editor)).toDecide)).to.include(urn);
    expect(urnsIn((await list(owner)).toDecide)).to.not.include(urn);
  });

  it('is about what there is and can be, and changes something', async () => {
    const table = await newTable();
    const text = { description: { set: 'x' } };
    const refusals: [object, string][] = [
      [{ urn: 'table', changes: text }, '/input/urn'],
      [{ urn: table, column: 'none', changes: text }, '/input/column'],
      [{ urn: table, column: 'id', changes: { domain: { set: urns.of('domain', 'x') } } }, '/input/changes/domain'],
      [{ urn: table, column: 'id', changes: { owners: { add: [{ owner: reader.urn }] } } }, '/input/changes/owners'],
      [{ urn: table, changes: {} }, '/input/changes'],
      [{ urn: table, changes: { tags: { add: [reader.urn] } } }, '/input/changes/tags/add/0'],
      [{ urn: table, changes: { tags: { remove: [tag] } } }, '/input/changes'],
      [{ urn: table, changes: { tags: { add: Array.from({ length: 21 }, () => tag) } } }, '/input/changes'],
      [{ urn: table, changes: { description: { set: ' ' } } }, '/input/changes/description/set'],
      [{ urn: table, changes: { description: { set: 'x'.repeat(10_001) } } }, '/input/changes/description/set'],
      [{ urn: table, changes: text, reason: 'x'.repeat(1_001) }, '/input/reason'],
    ];
    for (const [input, pointer] of refusals) expect(pointerOf(await suggest(reader, input)), JSON.stringify(input).slice(0, 200)).to.equal(pointer);
    for (const input of [
      { urn: urns.dataset(own()), changes: text },
      { urn: table, changes: { tags: { add: [urns.tag(own())] } } },
    ])
      expect(reasonOf(await suggest(reader, input))).to.equal('no-such-entity');
  });

  it('is one of few: of a user, and about an asset [long]', async () => {
    const [user, table] = [await makeUser(own()), await newTable()];
    for (let each = 0; each < 25; each++) await suggested(user, { urn: table, changes: { description: { set: `Text ${each}` } } });
    const more = { urn: table, changes: { description: { set: 'One more' } } };
    for (const by of [user, reader]) expect(reasonOf(await suggest(by, more))).to.equal('too-many-items');
    await decide(user, { urn: (await list(user, table)).mine[0].urn, accept: false });
    await suggested(user, more);
  });

  it('is shown and written by no other API', async () => {
    const table = await newTable();
    const { urn } = await suggested(reader, { urn: table, changes: { description: { set: 'Only here' } } });
    const { text } = await api.send('GET', `/openapi/v3/entity/suggestion/${encode(urn)}`);
    expect(text).to.not.contain('Only here').and.not.contain(table);
    const info = { user: owner.urn, resource: table, changes: '{}', basis: '', state: 'ACCEPTED', createdAt: 1, expiresAt: 2 };
    expectRefusal(await api.ingestProposal(proposal(urn, 'suggestionInfo', info)), 422, 'suggestionInfo');
    const { entity } = await graphql('query ($urn: String!) { entity(urn: $urn) { urn aspects { aspectName value } } }', { urn });
    expect(JSON.stringify(entity)).to.not.contain('Only here');
  });
});
