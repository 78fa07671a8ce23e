/** How people come in (docs/access.md): passwords, sessions, invitations, reset links. */
import { expect } from 'chai';
import { asUser, makePolicy, makeUser } from '../support/access.ts';
import { type Answer, api, encode } from '../support/client.ts';
import { type GraphAnswer, graphql } from '../support/graphql.ts';
import { description, ownNames, proposal, urns } from '../support/make.ts';
import { expectRefusal } from '../support/refusals.ts';
import { sharedCairn } from '../support/shared.ts';
import { invite, logIn, PASSWORD, post, postFrom, reads, sessionOf, signUp, signUpBody, whoIs } from '../support/sign-in.ts';
import { values, write } from '../support/writes.ts';

const own = ownNames('signin');

function expectCode(answer: Answer, status: number, code: string): void {
  expect(answer.status, answer.text).to.equal(status);
  expect((answer.body as { code: string }).code).to.equal(code);
  expect(answer.headers.getSetCookie()).to.deep.equal(answer.status === 401 ? answer.headers.getSetCookie() : []);
}

const resetToken = async (user: string): Promise<string> =>
  (await graphql(`mutation { createNativeUserResetToken(input: { userUrn: "${user}" }) { resetToken } }`)).createNativeUserResetToken.resetToken;

describe('An invitation', () => {
  it('makes a user with its role, who is signed in at once and comes back with the password', async () => {
    const person = await signUp(own(), 'Editor');
    expect(await whoIs(person.headers)).to.equal(person.urn);
    const { corpUserInfo, roleMembership, corpUserStatus, origin } = await values(person.urn);
    expect(corpUserInfo).to.include({ active: true, fullName: `The ${person.name}`, email: `${person.name}@example.com` });
    expect([roleMembership?.roles, corpUserStatus?.status, origin?.type]).to.deep.equal([[urns.of('dataHubRole', 'Editor')], 'ACTIVE', 'NATIVE']);
    const answer = await logIn(person.name);
    const again = sessionOf(answer);
    expect(again).not.to.deep.equal(person.headers);
    expect(answer.headers.getSetCookie()).to.include(`actor=${encodeURIComponent(person.urn)}; Path=/; Max-Age=86400; SameSite=Lax`);
    expect(await whoIs(again)).to.equal(person.urn);
    expect(await whoIs(sessionOf(await logIn(person.urn)))).to.equal(person.urn);
  });

  it('makes a user who is named by the e-mail, if the sign-up names nobody', async () => {
    const [name, invitation] = [own(), await invite()];
    const { userUrn: _none, ...body } = signUpBody(name, invitation) as Record<string, string>;
    const email = `${name}+data@example.com`;
    const headers = sessionOf(await post('/signUp', { ...body, email, title: 'Analyst' }));
    expect(await whoIs(headers)).to.equal(urns.user(email));
    expect((await values(urns.user(email))).corpUserInfo).to.include({ email, title: 'Analyst' });
    sessionOf(await logIn(email));
    expectCode(await post('/signUp', { ...body, email }), 400, 'name-taken');
    const unfit = await post('/signUp', { ...body, email: 'a b@example.com' });
    expectCode(unfit, 400, 'bad-parameter');
    expect(unfit.text).to.include('email').and.not.include('userUrn');
    expect((await post('/auth/signUp', body)).text).to.include('userUrn');
  });

  // SECURITY.md S8
  it('is needed to sign up, and makes nobody of a name that is taken, reserved, or named by a policy', async () => {
    const [invitation, name] = [await invite(), own()];
    for (const wrong of ['', 'x', `${invitation}x`, invitation.replace(/_[\da-f]{16}_/, '_0123456789abcdef_')])
      expectCode(await post('/signUp', signUpBody(name, wrong)), 403, 'no-invitation');
    const taken = await signUp(own());
    const named = own();
    await makePolicy({ type: 'PLATFORM', privileges: ['MANAGE_POLICIES'], users: [urns.user(named)] });
    for (const each of [taken.name, named, 'datahub', 'service_x', '__svc_system', '__datahub_system', '_\uff3fother'])
      expectCode(await post('/signUp', signUpBody(each, invitation)), 400, 'name-taken');
    for (const userUrn of ['', urns.tag(name), urns.user('a b'), urns.user('(a,b)')])
      expect((await post('/signUp', signUpBody(name, invitation, { userUrn }))).status).to.equal(400);
    const short = await post('/signUp', signUpBody(name, invitation, { password: 'sesame7' }));
    expectCode(short, 400, 'bad-parameter');
    expect(short.text).to.include('/password').and.not.include('sesame7');
    for (const password of ['12345678', 'P@ssw0rd1', '87654321', `${name}@EXAMPLE.com`]) {
      const guessed = await post('/signUp', signUpBody(name, invitation, { password }));
      expectCode(guessed, 400, 'bad-parameter');
      expect(guessed.text).to.include('/password').and.to.include('commonest').and.not.include(password);
    }
    const long = await post('/signUp', signUpBody(name, invitation, { password: 'sesame'.repeat(2_000) }));
    expectCode(long, 400, 'bad-parameter');
    expect(long.text).to.include('/password').and.not.include('sesame');
  });

  it('may be guessed a hundred times, then nobody guesses from there for a while', async () => {
    const invitation = await invite();
    const guess = (address: string, token: string) => postFrom(address, '/signUp', signUpBody(own(), token));
    const wrong = await Promise.all(Array.from({ length: 120 }, () => guess('127.0.3.1', `${invitation}x`)));
    expect(wrong.filter(({ status }) => status === 403).length).to.equal(100);
    expect(wrong.find(({ status }) => status === 429)?.retryAfter).to.be.within(1, 600);
    expect([(await guess('127.0.3.1', invitation)).status, (await guess('127.0.3.2', invitation)).status]).to.deep.equal([429, 200]);
  });

  // SECURITY.md S25
  it('ends with the person who has made it, as reset links do', async () => {
    for (const ends of ['suspended', 'switched off']) {
      const [leaver, other] = [await signUp(own(), 'Admin'), await signUp(own())];
      const make = `i: createInviteToken(input: {}) { inviteToken } r: createNativeUserResetToken(input: { userUrn: "${other.urn}" }) { resetToken }`;
      const { data } = (await post('/api/graphql', { query: `mutation { ${make} }` }, leaver.headers)).body as GraphAnswer;
      if (ends === 'suspended') await graphql(`mutation { updateUserStatus(urn: "${leaver.urn}", status: SUSPENDED) }`);
      else await write(leaver.urn, 'corpUserInfo', { active: false });
      expectCode(await post('/signUp', signUpBody(own(), data.i.inviteToken)), 403, 'no-invitation');
      const reset = { userUrn: other.urn, password: 'another password', resetToken: data.r.resetToken };
      expectCode(await post('/resetNativeUserCredentials', reset), 403, 'no-reset');
    }
  });

  // SECURITY.md S18
  it('or a token that a query has may be guessed as often, whatever the query says besides', async () => {
    const { headers } = await makeUser(own());
    const queries = {
      'mutation {': (at: number) => `g${at}: acceptRole(input: { inviteToken: "${`cairn_invite_0123456789abcdef_${at}`}" })`,
      '{': (at: number) => `g${at}: getAccessTokenMetadata(token: "cairn_made-up-${at}") { id }`,
    };
    for (const [begin, guess] of Object.entries(queries)) {
      const address = begin === '{' ? '127.0.4.1' : '127.0.4.2';
      const guesses = async (count: number): Promise<number> => {
        const query = `${begin} ${Array.from({ length: count }, (_, at) => guess(at)).join(' ')} }`;
        const { text } = await postFrom(address, '/api/graphql', { query }, headers);
        return ((JSON.parse(text) as GraphAnswer).errors ?? []).filter(({ extensions }) => extensions.reason === 'too-many-attempts').length;
      };
      expect([await guesses(60), await guesses(60), await guesses(1)], begin).to.deep.equal([0, 20, 1]);
    }
  });

  // SECURITY.md S24
  it('makes nobody of a name that looks like another one, or that has characters which nobody sees', async () => {
    const invitation = await invite();
    const taken = await signUp(own());
    for (const name of [taken.name.toUpperCase(), taken.name.replace('s', 'ſ'), 'DataHub', 'Service_x'])
      expectCode(await post('/signUp', signUpBody(name, invitation)), 400, 'name-taken');
    for (const unseen of ['\u202e', '\u200b', '\u200d', '\ufeff', '\u0007']) {
      expectCode(await post('/signUp', signUpBody(`${own()}${unseen}x`, invitation)), 400, 'bad-parameter');
      expectCode(await post('/signUp', signUpBody(own(), invitation, { fullName: `A${unseen}da` })), 400, 'bad-parameter');
    }
    for (const name of [`${taken.name}%20`, `${own()}%20`, `${own()}\u2800`])
      expectCode(await post('/signUp', signUpBody(name, invitation)), 400, 'bad-parameter');
    const races = [taken.name.replace('s', 'q'), taken.name.replace('s', 'Q')].map((name) => post('/signUp', signUpBody(name, invitation)));
    expect((await Promise.all(races)).map(({ status }) => status).sort()).to.deep.equal([200, 400]);
    const value = { displayName: 'A\u202eda' };
    expectRefusal(await api.ingestProposal(proposal(taken.urn, 'corpUserEditableInfo', value), taken.headers), 422, '/displayName');
    expectRefusal(await api.ingestProposal(proposal(urns.user(`${own()}\u202ex`), 'corpUserInfo', { active: true })), 422, '/entityUrn');
  });

  it('makes one user of two who take the same name at the same time', async () => {
    const [invitation, name] = [await invite(), own()];
    const passwords = ['the first of the two', 'the second of the two'];
    const answers = await Promise.all(passwords.map((password) => post('/signUp', signUpBody(name, invitation, { password }))));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 400]);
    const signedIn = await Promise.all(passwords.map((password) => logIn(name, password)));
    expect(signedIn.map(({ status }) => status)).to.deep.equal(answers.map(({ status }) => (status === 200 ? 200 : 401)));
  });

  it('needs the right to make users; with a role, the right over policies', async () => {
    const query = (role: string) => `{ getInviteToken(input: { ${role} }) { inviteToken } }`;
    const editors = `roleUrn: "${urns.of('dataHubRole', 'Editor')}"`;
    const [nobody, maker] = [await makeUser(own(), 'Editor'), await makeUser(own())];
    await makePolicy({ type: 'PLATFORM', privileges: ['MANAGE_USERS_AND_GROUPS'], users: [maker.urn] });
    const refusals = [await asUser(nobody, query('')), await asUser(maker, query(editors))];
    expect(refusals.map(({ errors }) => errors?.[0]?.extensions.reason)).to.deep.equal(['not-allowed', 'not-allowed']);
    expect((await asUser(maker, query(''))).data.getInviteToken.inviteToken).to.match(/^cairn_invite_/);
    expect((await asUser(await makeUser(own(), 'Admin'), query(editors))).data.getInviteToken.inviteToken).to.match(/^cairn_invite_/);
  });

  it('ends when another is made in place of it', async () => {
    const role = own('role');
    await write(urns.of('dataHubRole', role), 'dataHubRoleInfo', { name: role, description: '', editable: true });
    const before = await invite(role);
    const create = `mutation { createInviteToken(input: { roleUrn: "${urns.of('dataHubRole', role)}" }) { inviteToken } }`;
    const after = (await graphql(create)).createInviteToken.inviteToken as string;
    expectCode(await post('/signUp', signUpBody(own(), before)), 403, 'no-invitation');
    sessionOf(await post('/signUp', signUpBody(own(), after)));
    sessionOf(await post('/signUp', signUpBody(own(), await invite(role))));
    sessionOf(await post('/signUp', signUpBody(own(), after)));
  });

  it('gives its role to users who accept it, beside those that they have, but not to who made it', async () => {
    const [admin, user] = [await makeUser(own(), 'Admin'), await makeUser(own(), 'Reader')];
    const editors = urns.of('dataHubRole', 'Editor');
    const accept = 'mutation ($input: AcceptRoleInput!) { acceptRole(input: $input) }';
    const made = await asUser(admin, `{ getInviteToken(input: { roleUrn: "${editors}" }) { inviteToken } }`);
    const input = { inviteToken: made.data.getInviteToken.inviteToken };
    expect((await asUser(user, accept, { input })).data).to.deep.equal({ acceptRole: true });
    expect((await values(user.urn)).roleMembership).to.deep.equal({ roles: [urns.of('dataHubRole', 'Reader'), editors] });
    expect((await asUser(admin, accept, { input })).errors?.[0]?.extensions.reason).to.equal('not-for-anybody');
    expect((await asUser(user, accept, { input: { inviteToken: 'x' } })).errors?.[0]?.extensions.reason).to.equal('no-invitation');
  });
});

describe('A password', () => {
  // SECURITY.md S3
  it('that is wrong, a user that is unknown, and one that is suspended are refused alike', async () => {
    const [person, suspended] = [await signUp(own()), await signUp(own())];
    await graphql(`mutation { updateUserStatus(urn: "${suspended.urn}", status: SUSPENDED) }`);
    const plain = own();
    await write(urns.user(plain), 'corpUserInfo', { active: true });
    const refused = [
      await logIn(person.name, 'not the password'),
      await logIn(own()),
      await logIn('(a,b)'),
      await logIn(''),
      await logIn(suspended.name),
      await logIn(plain, ''),
    ];
    for (const answer of refused) expectCode(answer, 401, 'wrong-password');
    expect(new Set(refused.map(({ text }) => text)).size).to.equal(1);
  });

  async function expectTenGuesses(name: string): Promise<void> {
    for (let attempt = 0; attempt < 10; attempt++)
      expect((await logIn(attempt % 2 ? name : urns.user(name), 'not the password')).status).to.equal(401);
    const answer = await logIn(name);
    expectCode(answer, 429, 'too-many-attempts');
    expect(Number(answer.headers.get('retry-after'))).to.be.within(1, 600);
  }

  it('of a user that is unknown may be guessed as often [long]', () => expectTenGuesses(own()));

  it('may be guessed ten times for a user, then nobody guesses from there for a while; others sign in', async () => {
    const [person, other] = [await signUp(own()), await signUp(own())];
    await expectTenGuesses(person.name);
    for (let attempt = 0; attempt < 12; attempt++) sessionOf(await logIn(other.name));
    expect(await whoIs(person.headers)).to.equal(person.urn);
  });

  // SECURITY.md S17
  it('is taken from an address without wrong ones, as is a reset link, whoever guesses elsewhere', async () => {
    const person = await signUp(own());
    const guess = (address: string, password: string) => postFrom(address, '/logIn', { username: person.name, password });
    for (let each = 1; each <= 10; each++) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => guess(`127.0.1.${each}`, 'not the password')));
      expect(answers.map(({ status }) => status)).to.deep.equal(Array(10).fill(401));
    }
    expect((await guess('127.0.1.100', PASSWORD)).status).to.equal(200);
    // The name is under attack: each further address waits after one wrong guess.
    expect((await guess('127.0.1.101', 'not the password')).status).to.equal(401);
    const waits = await guess('127.0.1.101', PASSWORD);
    expect(waits.status).to.equal(429);
    expect(waits.retryAfter).to.be.within(1, 60);
    const reset = { userUrn: person.urn, password: 'another password', resetToken: await resetToken(person.urn) };
    expect((await postFrom('127.0.1.102', '/resetNativeUserCredentials', reset)).status).to.equal(200);
    expect((await guess('127.0.1.103', 'another password')).status).to.equal(200);
  });

  it('that is tried with many users costs an address time, whatever it says of itself [long]', async () => {
    const statuses: number[] = [];
    for (let each = 0; each < 150; each++)
      statuses.push(
        (await postFrom('127.0.2.1', '/logIn', { username: own(), password: PASSWORD }, { 'X-Forwarded-For': `198.51.100.${each}` })).status,
      );
    expect([statuses.filter((each) => each === 401).length, statuses.at(-1)]).to.deep.equal([100, 429]);
    const person = await signUp(own());
    const logInFrom = (address: string) => postFrom(address, '/logIn', { username: person.name, password: PASSWORD });
    expect([(await logInFrom('127.0.2.1')).status, (await logInFrom('127.0.2.2')).status]).to.deep.equal([429, 200]);
  });

  // SECURITY.md S2
  it('is shown by no API, nor is its hash', async () => {
    const from = (await api.send<{ newest: number }>('GET', '/changes?limit=1')).body.newest;
    const person = await signUp(own());
    await resetToken(person.urn);
    const [urn, quoted] = [encode(person.urn), JSON.stringify(person.urn)];
    const gets = [
      `/entitiesV2/${urn}`,
      `/entitiesV2/${urn}?aspects=List(corpUserCredentials)`,
      `/entitiesV2/${urn}?asOf=${Date.now()}`,
      `/entitiesV2?ids=List(${urn})&aspects=List(corpUserCredentials)`,
      `/entities/${urn}`,
      ...[0, 1, 2].map((version) => `/aspects/${urn}?aspect=corpUserCredentials&version=${version}`),
      `/aspects/${urn}?aspect=corpUserCredentials&start=0&count=10`,
      `/openapi/v3/entity/corpuser/${urn}?systemMetadata=true`,
      `/openapi/v3/entity/corpuser/${urn}?aspects=corpUserCredentials`,
      ...['v2', 'v3'].map((api) => `/openapi/${api}/entity/corpuser/${urn}/corpUserCredentials`),
      ...['v2', 'v3'].map((api) => `/openapi/${api}/entity/corpuser/${urn}/corpUserCredentials?version=1`),
      `/openapi/v2/entity/corpuser/${urn}`,
      `/openapi/v3/entity/corpuser?aspects=corpUserCredentials&count=1000&query=${encodeURIComponent(`urn:"${person.urn}"`)}`,
      `/openapi/v2/timeline/v1/${urn}?categories=ALL&startTime=0&raw=true`,
      `/changes?after=${from}&values=true&limit=1000`,
      `/changes?after=${from}&aspects=corpUserCredentials&values=true`,
      `/relationships?urn=${urn}&direction=OUTGOING`,
    ];
    const posts: [string, unknown][] = [
      ['/entities?action=search', { input: person.name, entity: 'corpuser', start: 0, count: 10 }],
      ['/entities?action=search', { input: 'argon2id', entity: 'corpuser', start: 0, count: 10 }],
      ['/openapi/v3/entity/corpuser/batchGet', [{ urn: person.urn, corpUserCredentials: {}, corpUserInfo: {} }]],
      ['/openapi/v2/entity/batch/corpuser', { [person.urn]: { corpUserCredentials: {} } }],
      [
        '/api/graphql',
        { query: `{ corpUser(urn: ${quoted}) { urn aspects(input: { aspectNames: ["corpUserCredentials"] }) { aspectName payload } } }` },
      ],
      ['/api/graphql', { query: `{ corpUser(urn: ${quoted}) { urn aspects(input: {}) { aspectName payload } } }` }],
      ['/aspects?action=getTimeseriesAspectValues', { urn: person.urn, entity: 'corpuser', aspect: 'corpUserCredentials' }],
      ['/entities?action=getTotalEntityCount', { entity: 'corpuser' }],
      ['/aspects?action=getCount', { aspect: 'corpUserCredentials' }],
      ['/runs?action=describe', { runId: 'no-run-id-provided', start: 0, count: 100, includeAspect: true }],
    ];
    const answers: [string, Answer][] = [];
    for (const path of gets) answers.push([path, await api.send('GET', path)]);
    for (const [path, json] of posts) answers.push([path + JSON.stringify(json), await post(path, json)]);
    for (const [asked, { status, text }] of answers) {
      expect(text, asked).to.not.match(/argon2|hashedPassword|passwordResetToken|changedAt/i);
      if (status < 300) expect(text, asked).to.not.include('"corpUserCredentials"');
    }
    const seen = answers.find(([asked]) => asked.startsWith('/changes') && asked.includes('limit'))?.[1].text;
    expect(seen).to.include(person.urn);
    const head = await api.send('HEAD', `/openapi/v3/entity/corpuser/${urn}/corpUserCredentials`);
    expect(head.status).to.equal(400);
  });

  // SECURITY.md S2
  it('can be written by no API, and leaves the tag of its user as readers know it', async () => {
    const person = await signUp(own());
    const path = `/openapi/v3/entity/corpuser/${encode(person.urn)}`;
    const value = { hashedPassword: '', changedAt: 0 };
    const refused = [
      await post(`${path}/corpUserCredentials`, { value }),
      await post('/openapi/v3/entity/corpuser', [{ urn: person.urn, corpUserCredentials: { value } }]),
      await api.send('DELETE', `${path}/corpUserCredentials`),
      await post('/aspects?action=ingestProposal', {
        proposal: {
          entityType: 'corpuser',
          entityUrn: person.urn,
          changeType: 'UPSERT',
          aspectName: 'corpUserCredentials',
          aspect: { value: JSON.stringify(value), contentType: 'application/json' },
          secret: true,
        },
      }),
    ];
    for (const { status, text } of refused) expect(status, text).to.be.oneOf([400, 404, 422]);
    expect((await logIn(person.name)).status).to.equal(200);
    const tag = (await api.send('GET', path)).headers.get('etag') ?? '';
    expect((await api.send('DELETE', path, { headers: { 'If-Match': tag } })).status).to.equal(200);
    expect((await logIn(person.name)).status).to.equal(401);
  });
});

describe('A reset link', () => {
  // SECURITY.md S7
  it('sets the password once, also the first one, and ends the sessions from before', async () => {
    const person = await signUp(own());
    const token = await resetToken(person.urn);
    const body = { userUrn: person.urn, resetToken: token, password: 'another password' };
    expectCode(await post('/resetNativeUserCredentials', { ...body, resetToken: `${token}x` }), 403, 'no-reset');
    for (const password of ['short', 'password123', person.name.toUpperCase(), `${person.name}@example.com`])
      expect((await post('/resetNativeUserCredentials', { ...body, password })).status, password).to.equal(400);
    const headers = sessionOf(await post('/resetNativeUserCredentials', body));
    expect([await reads(headers), await reads(person.headers)]).to.deep.equal([200, 401]);
    expect([(await logIn(person.name)).status, (await logIn(person.name, 'another password')).status]).to.deep.equal([401, 200]);
    expectCode(await post('/resetNativeUserCredentials', body), 403, 'no-reset');
    const plain = own();
    await write(urns.user(plain), 'corpUserInfo', { active: true });
    sessionOf(
      await post('/resetNativeUserCredentials', { userUrn: urns.user(plain), resetToken: await resetToken(urns.user(plain)), password: PASSWORD }),
    );
    sessionOf(await logIn(plain));
  });

  // SECURITY.md A9
  it('needs the right over credentials; for an administrator, the right over policies', async () => {
    const [helper, admin, user] = [await makeUser(own()), await makeUser(own(), 'Admin'), await makeUser(own())];
    const ask = async (urn: string) =>
      (await asUser(helper, `mutation { createNativeUserResetToken(input: { userUrn: "${urn}" }) { resetToken } }`)).errors?.[0]?.extensions.reason;
    expect(await ask(user.urn)).to.equal('not-allowed');
    await makePolicy({ type: 'PLATFORM', privileges: ['MANAGE_USER_CREDENTIALS'], users: [helper.urn] });
    expect(await ask(user.urn)).to.equal(undefined);
    expect(await ask(admin.urn)).to.equal('not-allowed');
  });
});

describe('A session', () => {
  it('is its user, about whom policies decide', async () => {
    const [reader, editor] = [await signUp(own(), 'Reader'), await signUp(own(), 'Editor')];
    const urn = urns.dataset(own());
    await write(urn, 'datasetProperties', description('x'));
    const change = (headers: Record<string, string>) =>
      post(`/openapi/v3/entity/dataset/${encode(urn)}/editableDatasetProperties`, { value: { description: own() } }, headers);
    expect([(await change(reader.headers)).status, (await change(editor.headers)).status]).to.deep.equal([403, 200]);
  });

  // SECURITY.md S5
  it('ends when its user signs out, everywhere, and the cookies go', async () => {
    const person = await signUp(own());
    const other = sessionOf(await logIn(person.name));
    const answer = await fetch(`${sharedCairn().url}/logOut`, { headers: person.headers, redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).to.deep.equal([302, '/signin']);
    expect(answer.headers.getSetCookie().join('\n')).to.match(/cairn_session=; .*Max-Age=0/);
    expect([await reads(person.headers), await reads(other)]).to.deep.equal([401, 200]);
    const gone = await api.send('GET', `/entitiesV2/${encode(person.urn)}`, { headers: person.headers });
    expect(gone.headers.getSetCookie().join('\n')).to.match(/cairn_session=; .*Max-Age=0/);
  });

  // SECURITY.md S6
  it('ends with its user: suspended, switched off, or deleted', async () => {
    const people = [await signUp(own()), await signUp(own()), await signUp(own())] as const;
    await graphql(`mutation { updateUserStatus(urn: "${people[0].urn}", status: SUSPENDED) }`);
    await write(people[1].urn, 'corpUserInfo', { active: false });
    await graphql(`mutation { removeUser(urn: "${people[2].urn}") }`);
    for (const { headers } of people) expect(await reads(headers)).to.equal(401);
  });

  // SECURITY.md S4
  it('writes only for pages of this server', async () => {
    const { url } = sharedCairn();
    const person = await signUp(own(), 'Admin');
    const urn = urns.dataset(own());
    const body = JSON.stringify([{ urn, datasetProperties: { value: {} } }]);
    const write = async (headers: Record<string, string>): Promise<number> => {
      const answer = await fetch(`${url}/openapi/v3/entity/dataset`, { method: 'POST', body, headers: { ...person.headers, ...headers } });
      await answer.text();
      return answer.status;
    };
    const json = { 'Content-Type': 'application/json' };
    expect(await write({ ...json, Origin: 'https://elsewhere.example' })).to.equal(403);
    expect(await write({ ...json, 'Sec-Fetch-Site': 'same-site' })).to.equal(403);
    expect(await write({ 'Content-Type': 'text/plain' })).to.equal(403);
    // Only its type is refused.
    expect(await write({ 'Content-Type': 'text/plain', Origin: url })).to.equal(415);
    expect(await write({ ...json, Origin: url, 'Sec-Fetch-Site': 'same-origin' })).to.be.below(300);
    expect(await write(json)).to.be.below(300);
    const elsewhere = { ...json, Origin: 'https://elsewhere.example' };
    expect((await post('/logIn', { username: person.name, password: PASSWORD }, elsewhere)).status).to.equal(403);
  });

  // SECURITY.md S1
  it('is in a cookie that only HTTPS carries, where another host or a proxy says so', async () => {
    const person = await signUp(own());
    const answer = await post('/logIn', { username: person.name, password: PASSWORD }, { 'X-Forwarded-Proto': 'https' });
    expect(answer.headers.getSetCookie()[0]).to.match(/^__Host-cairn_session=[^;]+; Path=\/; Max-Age=86400; HttpOnly; SameSite=Lax; Secure$/);
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect(await whoIs({ Cookie: `other=1; ${cookie}` })).to.equal(person.urn);
    // Another host of the domain can set the first, but not the second.
    const [plain, nobody] = [person.headers.Cookie ?? '', await whoIs({})];
    for (const header of [{ 'X-Forwarded-Proto': 'https' }, { 'X-Forwarded-Proto': 'https, http' }, { Forwarded: 'for=192.0.2.7;proto=https' }]) {
      expect(await whoIs({ Cookie: plain, ...header })).to.equal(nobody);
      expect(await whoIs({ Cookie: `${plain}; ${cookie}`, ...header })).to.equal(person.urn);
    }
    const other = (await signUp(own())).headers.Cookie ?? '';
    expect(await whoIs({ Cookie: `${other}; ${plain}` })).to.equal(nobody);
    expect(await whoIs({ Cookie: `${plain}; ${plain}` })).to.equal(person.urn);
    for (const [name, value] of [
      ['PLAY_SESSION', cookie.split('=')[1]],
      ['actor', person.urn],
      ['\u00a0cairn_session', plain.split('=')[1]],
    ])
      expect(await whoIs({ Cookie: `${name}=${value}` }), name).to.equal(nobody);
  });

  // SECURITY.md S13
  it('is asked for by /authenticate, which leads only to pages of this server', async () => {
    const { url } = sharedCairn();
    const person = await signUp(own());
    const leads = async (to: string, headers: Record<string, string> = {}): Promise<string | null> =>
      (await fetch(`${url}/authenticate?redirect_uri=${encodeURIComponent(to)}`, { headers, redirect: 'manual' })).headers.get('location');
    expect(await leads('/tags')).to.equal('/signin?to=%2Ftags');
    expect(await leads('/tags', person.headers)).to.equal('/tags');
    expect(await leads('/tags', { Cookie: 'cairn_session=cairn_unknown' })).to.equal('/signin?to=%2Ftags');
    for (const other of ['//elsewhere.example', 'https://elsewhere.example', '/\\elsewhere.example', 'tags'])
      expect(await leads(other, person.headers)).to.equal('/');
  });
});

describe('A server in front of Cairn', () => {
  it('makes sessions, checks and sets passwords, and signs people up, if it may', async () => {
    const person = await signUp(own());
    const session = await post('/auth/generateSessionTokenForUser', { userId: person.name });
    const { accessToken } = session.body as { accessToken: string };
    expect(await whoIs({ Authorization: `Bearer ${accessToken}` })).to.equal(person.urn);
    expectCode(await post('/auth/generateSessionTokenForUser', { userId: own() }), 403, 'not-for-anybody');
    const verify = async (userUrn: string, password: string) => (await post('/auth/verifyNativeUserCredentials', { userUrn, password })).body;
    expect(await verify(person.urn, PASSWORD)).to.deep.equal({ doesPasswordMatch: true });
    expect(await verify(person.urn, 'not the password')).to.deep.equal({ doesPasswordMatch: false });
    expect(await verify(urns.user(own()), PASSWORD)).to.deep.equal({ doesPasswordMatch: false });
    const name = own();
    expect((await post('/auth/signUp', signUpBody(name, await invite()))).body).to.deep.equal({ isNativeUserCreated: true });
    const reset = { userUrn: urns.user(name), password: 'another password', resetToken: await resetToken(urns.user(name)) };
    expect((await post('/auth/resetNativeUserCredentials', reset)).body).to.deep.equal({ areNativeUserCredentialsReset: true });
    expect((await logIn(name, 'another password')).status).to.equal(200);
    const bodies = { signUp: signUpBody(own(), await invite()), resetNativeUserCredentials: reset };
    const others = { generateSessionTokenForUser: { userId: person.name }, verifyNativeUserCredentials: { userUrn: person.urn, password: PASSWORD } };
    for (const [call, body] of Object.entries({ ...bodies, ...others }))
      expectCode(await post(`/auth/${call}`, body, person.headers), 403, 'not-allowed');
  });
});
