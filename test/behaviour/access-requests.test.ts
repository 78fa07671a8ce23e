/** People ask for access (docs/access.md 3), and who manages policies decides. */
import { expect } from 'chai';
import { asUser, makePolicy, makeUser, type User } from '../support/access.ts';
import { api, encode } from '../support/client.ts';
import { graphql } from '../support/graphql.ts';
import { description, ownNames, proposal, urns } from '../support/make.ts';
import { expectRefusal } from '../support/refusals.ts';
import { write } from '../support/writes.ts';

const own = ownNames('asking');
const FIELDS = 'urn user privilege resource reason state expiresAt decidedBy note policy';
const LIST = `{ accessRequests { mine { ${FIELDS} } toDecide { ${FIELDS} } } }`;
const ASK = `mutation ($input: AskForAccessInput!) { request: askForAccess(input: $input) { ${FIELDS} } }`;
const DECIDE = `mutation ($input: DecideAccessRequestInput!) { request: decideAccessRequest(input: $input) { ${FIELDS} } }`;
const DAY = 24 * 3_600_000;

const list = async (user: User) => (await asUser(user, LIST)).data.accessRequests;
const ask = async (user: User, input: object) => (await asUser(user, ASK, { input })).data.request;
const decide = (user: User, input: object) => asUser(user, DECIDE, { input });
const describeIt = async (urn: string, { headers }: User) =>
  (await api.ingestProposal(proposal(urn, 'editableDatasetProperties', { description: own() }), headers)).status;

describe('A request for access', () => {
  let admin: User;
  let table: string;
  before(async () => {
    admin = await makeUser(own(), 'Admin');
    table = urns.dataset(own());
    await write(table, 'datasetProperties', description('x'));
  });

  it('lands with who manages policies, is granted until a day, and says what became of it', async () => {
    const [user, other] = [await makeUser(own()), await makeUser(own(), 'Editor')];
    const asked = await ask(user, { privilege: 'EDIT_ENTITY_DOCS', resource: table, reason: 'the audit' });
    expect(asked).to.deep.include({ user: user.urn, privilege: 'EDIT_ENTITY_DOCS', resource: table, reason: 'the audit', state: 'OPEN' });
    expect(await ask(user, { privilege: 'EDIT_ENTITY_DOCS', resource: table })).to.deep.include({ urn: asked.urn, reason: null });
    expect((await list(admin)).toDecide.map(({ urn }: { urn: string }) => urn)).to.include(asked.urn);
    expect(await list(other)).to.deep.equal({ mine: [], toDecide: [] });
    expect(await describeIt(table, user)).to.equal(403);
    const until = Date.now() + DAY;
    const { request } = (await decide(admin, { urn: asked.urn, grant: true, until, note: 'until the audit' })).data;
    expect(request).to.deep.include({ state: 'GRANTED', decidedBy: admin.urn, note: 'until the audit', expiresAt: until });
    expect(await describeIt(table, user)).to.equal(200);
    const { entity } = await graphql(`{ entity(urn: "${request.policy}") { ... on DataHubPolicy { expiresAt } } }`);
    expect(entity).to.deep.equal({ expiresAt: until });
    expect((await list(user)).mine[0]).to.deep.include({ urn: asked.urn, state: 'GRANTED' });
    expect((await list(admin)).toDecide.map(({ urn }: { urn: string }) => urn)).to.not.include(asked.urn);
  });

  it('is declined, or withdrawn by who asked', async () => {
    const user = await makeUser(own());
    for (const by of [admin, user]) {
      const { urn } = await ask(user, { privilege: 'MANAGE_TAGS' });
      expect((await decide(by, { urn, grant: false })).data.request).to.deep.include({ state: 'DECLINED', decidedBy: by.urn });
      expect((await decide(admin, { urn, grant: true })).errors?.[0]?.extensions.reason).to.equal('bad-parameter');
    }
    const { data } = await asUser(user, '{ me { platformPrivileges { manageTags } } }');
    expect(data.me.platformPrivileges.manageTags).to.equal(false);
  });

  it('is decided once: of two who decide at the same moment, one is refused, and a policy grants it only if that is said [long]', async () => {
    const [user, other] = [await makeUser(own()), await makeUser(own(), 'Admin')];
    for (let turn = 0; turn < 8; turn++) {
      const place = urns.dataset(own());
      const { urn } = await ask(user, { privilege: 'EDIT_ENTITY_DOCS', resource: place });
      const answers = await Promise.all([decide(admin, { urn, grant: true }), decide(turn % 2 === 0 ? other : user, { urn, grant: false })]);
      const late = answers.filter(({ errors }) => errors !== undefined);
      expect(late.map(({ errors }) => errors?.[0]?.extensions.reason)).to.deep.equal(['bad-parameter']);
      const state = answers.find(({ errors }) => errors === undefined)?.data.request.state;
      const [mine] = (await list(user)).mine.filter((each: { urn: string }) => each.urn === urn);
      expect(mine.state).to.equal(state);
      expect(mine.policy !== null).to.equal(state === 'GRANTED');
      const granted = '{ found: entity(urn: "URN") { rights { changeableAspects } } }'.replace('URN', place);
      await write(place, 'datasetProperties', description('x'));
      const { found } = (await asUser(user, granted)).data;
      expect(found.rights.changeableAspects.includes('editableDatasetProperties')).to.equal(state === 'GRANTED');
    }
  });

  it('is granted by nobody who has asked, who may not, or who gives what lasts longer than the own right', async () => {
    const [user, guest] = [await makeUser(own()), await makeUser(own())];
    await makePolicy({ type: 'PLATFORM', privileges: ['MANAGE_POLICIES'], users: [guest.urn], expiresAt: Date.now() + DAY });
    const { urn } = await ask(user, { privilege: 'EDIT_ENTITY_DOCS', resource: table });
    expect((await decide(user, { urn, grant: true })).errors?.[0]?.extensions.reason).to.equal('not-for-anybody');
    expect((await decide(await makeUser(own(), 'Editor'), { urn, grant: true })).errors?.[0]?.extensions.code).to.equal(404);
    const mine = await ask(guest, { privilege: 'EDIT_ENTITY', resource: table });
    expect((await decide(guest, { urn: mine.urn, grant: true })).errors?.[0]?.extensions.reason).to.equal('not-for-anybody');
    expectRefusal(
      await api.ingestProposal(
        proposal(urn, 'accessRequestInfo', { user: user.urn, privilege: 'X', state: 'GRANTED', createdAt: 1, expiresAt: 2 }),
        admin.headers,
      ),
      403,
      'askForAccess',
    );
    expect((await api.send('GET', `/openapi/v3/entity/accessRequest/${encode(urn)}`, { headers: admin.headers })).status).to.equal(200);
  });

  it('is for a privilege that there is and that one lacks, and not without end', async () => {
    const user = await makeUser(own(), 'Editor');
    const refusals: [object, string][] = [
      [{ privilege: 'MANAGE_EVERYTHING' }, '/input/privilege'],
      [{ privilege: 'EDIT_ENTITY' }, '/input/resource'],
      [{ privilege: 'EDIT_ENTITY', resource: table }, '/input/privilege'],
      [{ privilege: 'MANAGE_POLICIES', reason: 'x'.repeat(1_001) }, '/input/reason'],
    ];
    for (const [input, pointer] of refusals)
      expect((await asUser(user, ASK, { input })).errors?.[0]?.extensions.details?.[0]?.pointer).to.equal(pointer);
    for (let each = 0; each < 20; each++) await ask(user, { privilege: 'DELETE_ENTITY', resource: urns.dataset(own()) });
    expect((await asUser(user, ASK, { input: { privilege: 'MANAGE_POLICIES' } })).errors?.[0]?.extensions.reason).to.equal('too-many-items');
  });
});
