/** Single sign-on (docs/access.md 8): a real identity provider, two servers on one store, and browsers that follow by hand. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect } from 'chai';
import { type Client, makeClient } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import type { GraphAnswer } from '../support/graphql.ts';
import { CLIENT, type IdentityProvider, makeBrowser, startIdentityProvider } from '../support/identity-provider.ts';
import { type LenientProvider, startLenientProvider } from '../support/lenient-provider.ts';
import { urns } from '../support/make.ts';
import { SVC } from '../support/names.ts';
import { endAll, freePort, type RunningCairn, startCairn, throwAwayFolder } from '../support/process.ts';
import { emptyEngines } from '../support/shared-engines.ts';
import { expectAccessible } from '../ui/support/accessible.ts';
import { inBrowser, visit } from '../ui/support/browser.ts';

const OPERATOR = { Authorization: 'Bearer the-token-of-the-operator' };

describe('Single sign-on', function () {
  this.timeout(240_000);
  let settings: Record<string, string>;
  let cairn: RunningCairn;
  let provider: IdentityProvider;
  let other: Server;
  let lenient: LenientProvider;
  let client: Client;

  before(async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    provider = await startIdentityProvider(url, 'acme', 'strict');
    // It says that it is another one, but what it hands out is signed by the first.
    other = createServer(async (_, answer) => {
      const said = await (await fetch(`${provider.issuer}/.well-known/openid-configuration`)).json();
      answer.setHeader('content-type', 'application/json');
      answer.end(JSON.stringify({ ...(said as object), issuer: addressOf(other), authorization_response_iss_parameter_supported: false }));
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    lenient = await startLenientProvider(CLIENT.id);
    const folder = throwAwayFolder();
    writeFileSync(path.join(folder, 'tokens'), 'the-token-of-the-operator operator\n', { mode: 0o600 });
    writeFileSync(path.join(folder, 'secret'), `${CLIENT.secret}\n`, { mode: 0o600 });
    const acme = { title: 'Acme', issuer: provider.issuer, clientId: CLIENT.id, clientSecretFile: 'secret', groupsClaim: 'groups', newGroups: true };
    const strict = { ...acme, title: 'Strict', newUsers: false, newGroups: false };
    const mail = { ...acme, title: 'Mail', issuer: lenient.issuer, userClaim: 'email' };
    const others = {
      other: { ...acme, title: 'Other', issuer: addressOf(other) },
      lenient: { ...acme, title: 'Lenient', issuer: lenient.issuer },
      mail,
    };
    writeFileSync(path.join(folder, 'oidc.yaml'), JSON.stringify({ acme, strict, ...others }));
    settings = {
      ...(await emptyEngines()),
      AUTH_TOKENS_FILE: path.join(folder, 'tokens'),
      OIDC_FILE: path.join(folder, 'oidc.yaml'),
      PUBLIC_URL: url,
    };
    cairn = await startCairn({ ...settings, PORT: String(port) });
    client = makeClient(() => cairn.url, SVC);
  });
  after(async () => {
    await provider?.down();
    other?.close();
    lenient?.stop();
    await endAll();
  });

  type Browser = ReturnType<typeof makeBrowser>;
  const atHome = (address: string): boolean => address.startsWith(cairn.url) && !/\/(sso|callback|authenticate)/.test(address);
  const atCallback = (address: string): boolean => address.startsWith(`${cairn.url}/callback/`);
  const begin = (name = 'acme', to = '/tags'): string => `${cairn.url}/sso?provider=${name}&redirect_uri=${encodeURIComponent(to)}`;
  /** Comes in by the provider, and says where that leads. */
  const come = (browser: Browser, name = 'acme', to?: string): Promise<string> => browser.until(begin(name, to), atHome);
  const failedIn = (address: string): string | null => new URL(address).searchParams.get('failed');
  const whoIs = async (browser: Browser, at = cairn.url): Promise<string | undefined> => {
    const headers = { 'Content-Type': 'application/json', ...browser.cookies(cairn.url) };
    const answer = await fetch(`${at}/api/graphql`, { method: 'POST', headers, body: JSON.stringify({ query: '{ me { corpUser { urn } } }' }) });
    return ((await answer.json()) as GraphAnswer).data?.me?.corpUser?.urn;
  };
  const values = async (urn: string): Promise<Record<string, Record<string, unknown>>> => {
    const { body } = await client.send<{ aspects: Record<string, { value: Record<string, unknown> }> }>(
      'GET',
      `/entitiesV2/${encodeURIComponent(urn)}`,
      {
        headers: OPERATOR,
      },
    );
    return Object.fromEntries(Object.entries(body.aspects).map(([name, { value }]) => [name, value]));
  };
  const ask = async (query: string): Promise<GraphAnswer> =>
    (await client.send<GraphAnswer>('POST', '/api/graphql', { json: { query }, headers: OPERATOR })).body;
  const auditOf = async (about: RegExp): Promise<Record<string, unknown>> =>
    eventually(async () => {
      const lines = readFileSync(path.join(cairn.dataDir, 'audit', 'audit.jsonl'), 'utf8')
        .trim()
        .split('\n');
      const found = lines.map((line) => JSON.parse(line) as Record<string, unknown>).findLast((line) => about.test(String(line.about)));
      expect(found, String(about)).to.not.equal(undefined);
      return found ?? {};
    });
  const signOut = async (token: string, name = 'acme'): Promise<{ status: number; text: string }> => {
    const answer = await client.send('POST', `/callback/${name}/logout`, {
      text: new URLSearchParams({ logout_token: token }).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    return { status: answer.status, text: answer.text };
  };

  it('makes a user with profile and groups, begins a session, and leads to the page that was asked for', async () => {
    provider.lets('s-alice', {
      preferred_username: 'alice',
      name: 'Alice Doe',
      given_name: 'Alice',
      email: 'alice@acme.example',
      groups: ['Sales', 'bad,name'],
    });
    const browser = makeBrowser();
    expect(await come(browser)).to.equal(`${cairn.url}/tags`);
    expect(await whoIs(browser)).to.equal(urns.user('alice'));
    expect(decodeURIComponent(browser.cookie(cairn.url, 'actor') ?? '')).to.equal(urns.user('alice'));
    expect(browser.cookie(cairn.url, 'cairn_sign_in')).to.equal(undefined);
    const { corpUserInfo, corpUserStatus, groupMembership, origin, corpUserSignIn } = await values(urns.user('alice'));
    expect(corpUserInfo).to.include({ active: true, displayName: 'Alice Doe', firstName: 'Alice', email: 'alice@acme.example' });
    expect([corpUserStatus?.status, origin]).to.deep.equal(['ACTIVE', { type: 'EXTERNAL', externalType: 'acme' }]);
    expect(groupMembership).to.deep.equal({ groups: [urns.of('corpGroup', 'Sales')] });
    expect(corpUserSignIn).to.include({ provider: 'acme', groupsStale: false });
    expect((await values(urns.of('corpGroup', 'Sales'))).corpGroupInfo).to.include({ displayName: 'Sales' });
    expect(await auditOf(/signed in by acme/)).to.include({ actor: urns.user('alice'), outcome: 'done' });
    expect((await auditOf(/signed in by acme/)).about).to.include(urns.of('corpGroup', 'Sales'));
  });

  it('keeps what people have said, follows a new name, and keeps groups of which the provider says nothing, marked as stale', async () => {
    await ask(`mutation { updateCorpUserProperties(urn: "${urns.user('alice')}", input: { displayName: "Ali" }) { urn } }`);
    provider.lets('s-alice', { preferred_username: 'alice.new', name: 'Alice Other', family_name: 'Doe' });
    const browser = makeBrowser();
    await come(browser);
    expect(await whoIs(browser)).to.equal(urns.user('alice'));
    const kept = await values(urns.user('alice'));
    expect(kept.corpUserInfo).to.include({ displayName: 'Alice Doe', lastName: 'Doe' });
    expect([kept.groupMembership?.groups, kept.corpUserSignIn?.groupsStale]).to.deep.equal([[urns.of('corpGroup', 'Sales')], true]);
    provider.lets('s-alice', { preferred_username: 'alice.new', groups: [] });
    await come(makeBrowser());
    const emptied = await values(urns.user('alice'));
    expect([emptied.groupMembership?.groups, emptied.corpUserSignIn?.groupsStale]).to.deep.equal([[], false]);
  });

  // SECURITY.md A8
  it('takes the right over policies from an administrator only while there is another who can sign in', async () => {
    const put = (urn: string, aspect: string, value: object) =>
      client.send('POST', `/openapi/v3/entity/${urn.split(':')[2]}/${encodeURIComponent(urn)}/${aspect}?async=false`, {
        json: { value },
        headers: OPERATOR,
      });
    const group = urns.of('corpGroup', 'Admins');
    const comeAs = async (subject: string, name: string, groups: string[]) => {
      provider.lets(subject, { preferred_username: name, groups });
      await come(makeBrowser());
      return (await values(urns.user(name))) as Record<string, Record<string, unknown>>;
    };
    await comeAs('s-last', 'last', ['Admins', 'Sales']);
    expect((await put(group, 'roleMembership', { roles: [urns.of('dataHubRole', 'Admin')] })).status).to.equal(200);
    const kept = await comeAs('s-last', 'last', ['Sales']);
    expect([kept.groupMembership?.groups, kept.corpUserSignIn?.groupsStale]).to.deep.equal([[urns.of('corpGroup', 'Sales'), group], true]);
    // A second administrator comes: then the claims count.
    await comeAs('s-next', 'next', ['Admins']);
    expect((await comeAs('s-last', 'last', [])).groupMembership).to.deep.equal({ groups: [] });
    expect((await comeAs('s-next', 'next', [])).groupMembership).to.deep.equal({ groups: [group] });
  });

  // SECURITY.md S11
  it('lets a name alone make nobody of who has a password, rights, another identity or a reserved name', async () => {
    const made = await client.send('POST', '/openapi/v3/entity/corpuser?async=false', {
      json: [{ urn: urns.user('admin'), corpUserInfo: { value: { active: true } } }],
      headers: OPERATOR,
    });
    expect(made.status, made.text).to.equal(200);
    await ask(`mutation { batchAssignRole(input: { roleUrn: "${urns.of('dataHubRole', 'Admin')}", actors: ["${urns.user('admin')}"] }) }`);
    for (const [subject, name] of [
      ['s-1', 'admin'],
      ['s-2', 'datahub'],
      ['s-3', 'alice'],
      ['s-4', 'service_x'],
      ['s-5', '__svc_system'],
      ['s-7', 'operator'],
      ['s-8', 'Operator'],
      ['s-9', 'ALICE'],
    ] as const) {
      provider.lets(subject, { preferred_username: name });
      const browser = makeBrowser();
      expect(failedIn(await come(browser)), name).to.equal('name-taken');
      expect(browser.cookie(cairn.url, 'cairn_session')).to.equal(undefined);
    }
    expect(await auditOf(/no sign-in by acme: name-taken/)).to.include({ outcome: 'denied' });
    for (const claims of [{}, { preferred_username: 'a,b' }, { preferred_username: 'al\u202eice' }]) {
      provider.lets('s-6', claims);
      expect(failedIn(await come(makeBrowser()))).to.equal('preferred_username' in claims ? 'not-for-anybody' : 'no-name');
    }
  });

  it('adds an identity to who has come in with a password', async () => {
    const invitation = (await ask('{ getInviteToken(input: {}) { inviteToken } }')).data.getInviteToken.inviteToken as string;
    const json = {
      userUrn: urns.user('paula'),
      email: 'p@acme.example',
      fullName: 'Paula',
      password: 'a password of paula',
      inviteToken: invitation,
    };
    const post = (where: string, body: object): RequestInit & { where: string } => ({
      where: `${cairn.url}${where}`,
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const browser = makeBrowser();
    const { where, ...request } = post('/signUp', json);
    expect((await browser.get(where, request)).status).to.equal(200);
    provider.lets('s-paula', { preferred_username: 'paula' });
    expect(failedIn(await come(makeBrowser()))).to.equal('name-taken');
    expect(await come(browser)).to.equal(`${cairn.url}/tags`);
    expect(await come(makeBrowser())).to.equal(`${cairn.url}/tags`);
    const again = post('/logIn', { username: 'paula', password: json.password });
    expect((await makeBrowser().get(again.where, again)).status).to.equal(200);
  });

  it('refuses who is suspended, and who is no user where a provider may make none', async () => {
    provider.lets('s-sue', { preferred_username: 'sue' });
    expect(failedIn(await come(makeBrowser(), 'strict'))).to.equal('not-for-anybody');
    const browser = makeBrowser();
    await come(browser);
    await ask(`mutation { updateUserStatus(urn: "${urns.user('sue')}", status: SUSPENDED) }`);
    expect(await whoIs(browser)).to.equal(undefined);
    const address = await come(makeBrowser());
    expect(failedIn(address)).to.equal('user-not-active');
    expect(new URL(address).searchParams.get('to')).to.equal('/tags');
    expect((await fetch(address)).status).to.equal(200);
  });

  // SECURITY.md S9
  it('believes nothing of a callback that the browser has not begun, or that comes twice', async () => {
    provider.lets('s-mallory', { preferred_username: 'mallory' });
    const browser = makeBrowser();
    const callback = await browser.until(begin(), atCallback);
    expect(failedIn(await makeBrowser().until(callback, atHome))).to.equal('sign-in-lost');
    const wrong = new URL(callback);
    wrong.searchParams.set('state', 'another');
    expect(failedIn(await browser.until(wrong.href, atHome))).to.equal('sign-in-lost');
    // The cookie is gone, whatever came of it.
    expect(failedIn(await browser.until(callback, atHome))).to.equal('sign-in-lost');
    const replay = makeBrowser();
    const fresh = await replay.until(begin(), atCallback);
    const cookies = replay.cookies(cairn.url);
    expect(await replay.until(fresh, atHome)).to.equal(`${cairn.url}/tags`);
    const again = await fetch(fresh, { headers: cookies, redirect: 'manual' });
    expect(failedIn(new URL(again.headers.get('location') ?? '', cairn.url).href)).to.equal('sign-in-lost');
    const refused = await makeBrowser().get(`${cairn.url}/sso?provider=acme`);
    const state = new URL(refused.to).searchParams.get('state') ?? '';
    const cookie = refused.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect(refused.headers.getSetCookie()[0]).to.match(/^cairn_sign_in=[\w-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/);
    const denied = `${cairn.url}/callback/acme?${new URLSearchParams({ error: 'access_denied', state, iss: provider.issuer })}`;
    const answer = await fetch(denied, { headers: { cookie }, redirect: 'manual' });
    expect(answer.headers.get('location')).to.include('failed=provider-refused');
  });

  // SECURITY.md S10
  it('believes no answer with another nonce, of another issuer, or for another provider', async () => {
    const browser = makeBrowser();
    const asked = new URL((await browser.get(begin())).to);
    asked.searchParams.set('nonce', 'another');
    expect(failedIn(await browser.until(asked.href, atHome))).to.equal('provider-wrong');
    const foreign = makeBrowser();
    const callback = new URL(await foreign.until(begin(), atCallback));
    callback.searchParams.set('iss', addressOf(other));
    expect(failedIn(await foreign.until(callback.href, atHome))).to.equal('provider-wrong');
    const started = makeBrowser();
    const mine = (await started.until(begin(), atCallback)).replace('/callback/acme', '/callback/strict');
    expect(failedIn(await started.until(mine, atHome))).to.equal('sign-in-lost');
    // Of the other: the code is of the first, and so is its ID token.
    const mixed = makeBrowser();
    const sent = new URL((await mixed.get(begin('other'))).to);
    sent.searchParams.set('redirect_uri', `${cairn.url}/callback/acme`);
    const back = (await mixed.until(sent.href, atCallback)).replace('/callback/acme', '/callback/other');
    expect(failedIn(await mixed.until(back, atHome))).to.be.oneOf(['provider-wrong', 'sign-in-lost']);
  });

  /** Comes back from the lenient provider, which says this. @returns how: each call comes back with the same cookie and address */
  const comeBack = async (claims: object, name = 'lenient', to?: string): Promise<(at?: string) => Promise<Response>> => {
    const browser = makeBrowser();
    const asked = new URL((await browser.get(begin(name, to))).to).searchParams;
    lenient.says({ nonce: asked.get('nonce'), ...claims });
    const headers = browser.cookies(cairn.url);
    const query = new URLSearchParams({ code: 'any', state: asked.get('state') ?? '' });
    return (at = cairn.url) => fetch(`${at}/callback/${name}?${query}`, { headers, redirect: 'manual' });
  };
  const sessionsIn = (answers: readonly Response[]): number =>
    answers.filter(({ headers }) => headers.getSetCookie().some((each) => /^cairn_session=[^;]/.test(each))).length;

  // SECURITY.md S9
  it('begins one session of each sign-in, also if the provider takes its code again', async () => {
    const once = await comeBack({ sub: 's-rita', preferred_username: 'rita' });
    const answers = [await once(), await once(), ...(await Promise.all([once(), once()]))];
    expect(answers.map(({ headers }) => headers.get('location')?.split('&')[0])).to.deep.equal([
      '/tags',
      ...Array(3).fill('/signin?failed=sign-in-lost'),
    ]);
    expect(sessionsIn(answers)).to.equal(1);
    const together = await comeBack({ sub: 's-rita', preferred_username: 'rita' });
    expect(sessionsIn(await Promise.all([together(), together(), together()]))).to.equal(1);
  });

  it('begins one session of each sign-in on all servers [long]', async () => {
    const second = await startCairn(settings);
    for (let round = 0; round < 5; round++) {
      const once = await comeBack({ sub: 's-rita', preferred_username: 'rita' });
      expect(sessionsIn(await Promise.all([once(), once(second.url), once(), once(second.url)]))).to.equal(1);
    }
    await second.stop();
  });

  it('takes a name, an id and a verified address only from claims that are texts, and says so', async () => {
    const comesIn = async (claims: object, name?: string): Promise<string | undefined> => {
      const answer = await (await comeBack(claims, name))();
      expect(answer.status).to.equal(302);
      return new URL(answer.headers.get('location') ?? '', cairn.url).searchParams.get('failed') ?? undefined;
    };
    for (const preferred_username of [5, ['vic'], { a: 1 }, null, '', 'a\0b', 'x'.repeat(20_000)])
      expect(await comesIn({ sub: 's-vic', preferred_username }), String(preferred_username)).to.equal('no-name');
    for (const sub of [5, '', null]) expect(await comesIn({ sub, preferred_username: 'vic' })).to.equal('provider-wrong');
    const odd = { name: { a: 1 }, given_name: ['V'], email: 7, picture: 'https://\ud800', groups: ['Sales', 'a\nb', '\udc00', 'x'.repeat(20_000)] };
    expect(await comesIn({ sub: 's-vic', preferred_username: 'vic', ...odd })).to.equal(undefined);
    expect((await values(urns.user('vic'))).groupMembership).to.deep.equal({ groups: [urns.of('corpGroup', 'Sales')] });
    const email = 'victim@acme.example';
    for (const email_verified of [false, 'false', 0, 'no', undefined])
      expect(await comesIn({ sub: 's-liar', email, email_verified }, 'mail'), String(email_verified)).to.equal('no-name');
    for (const email_verified of [true, 'true']) expect(await comesIn({ sub: 's-honest', email, email_verified }, 'mail')).to.equal(undefined);
  });

  it('leads to pages whatever letters their addresses have', async () => {
    provider.lets('s-olga', { preferred_username: 'olga' });
    const browser = makeBrowser();
    for (const [to, where] of [
      ['/search?query=日本', '/search?query=%E6%97%A5%E6%9C%AC'],
      ['/search?query=a%20b\0', '/search?query=a%20b%00'],
      [`/search?query=${'日'.repeat(400)}`, '/'],
    ] as const) {
      expect(await come(browser, 'acme', to)).to.equal(cairn.url + where);
      const resumed = await browser.get(`${cairn.url}/authenticate?redirect_uri=${encodeURIComponent(to)}`);
      expect(resumed.to).to.equal(cairn.url + where);
    }
    for (const odd of ['/%0D%0ASet-Cookie:x=1', '/%ED%A0%80', '%00', `/${'a'.repeat(12_000)}`]) {
      const answer = await fetch(`${cairn.url}/sso?provider=acme&redirect_uri=${odd}`, { redirect: 'manual' });
      expect(answer.status, odd).to.be.below(500);
      expect(answer.headers.getSetCookie().join()).to.not.include('x=1');
    }
  });

  // SECURITY.md S13
  it('leads to no other site, and asks for a provider where there are several', async () => {
    provider.lets('s-olga', { preferred_username: 'olga' });
    for (const to of ['https://evil.example', '//evil.example', '/\\evil.example', 'evil'])
      expect(await come(makeBrowser(), 'acme', to)).to.equal(`${cairn.url}/`);
    const { to } = await makeBrowser().get(`${cairn.url}/authenticate?redirect_uri=/tags`);
    expect(to).to.equal(`${cairn.url}/signin?to=%2Ftags`);
    const unknown = await client.send('GET', '/sso?provider=nobody');
    expect([unknown.status, unknown.text]).to.satisfy(([status, text]: [number, string]) => status === 400 && text.includes('/provider'));
    expect((await client.send('GET', '/callback/nobody')).status).to.equal(400);
  });

  it('says that a provider does not answer, and goes on when it does [long]', async () => {
    await provider.down();
    try {
      const browser = makeBrowser();
      const address = (await browser.get(begin('strict'))).to;
      // What was known of it may lead there all the same.
      if (address.startsWith(cairn.url)) expect(failedIn(address)).to.equal('provider-away');
      const cold = await startCairn(settings);
      const said = await fetch(`${cold.url}/sso?provider=acme&redirect_uri=/tags`, { redirect: 'manual' });
      expect([said.status, said.headers.get('location')]).to.deep.equal([302, '/signin?failed=provider-away&provider=Acme&to=%2Ftags']);
      await provider.up();
      const back = await fetch(`${cold.url}/sso?provider=acme`, { redirect: 'manual' });
      expect(back.headers.get('location')).to.include(provider.issuer);
      await cold.stop();
    } finally {
      await provider.down().then(() => provider.up());
    }
  });

  /** @param at the server that is asked */
  const ends = async (at: string): Promise<void> => {
    provider.lets('s-bea', { preferred_username: 'bea' });
    const [one, two] = [makeBrowser(), makeBrowser()];
    await come(one);
    await come(two);
    expect([await whoIs(one, at), await whoIs(two, at)]).to.deep.equal([urns.user('bea'), urns.user('bea')]);
    // The provider itself sends the notice.
    const left = await one.get(`${cairn.url}/logOut/acme`);
    expect(left.to).to.include(`${provider.issuer}/session/end`);
    const form = (await one.get(left.to)).text;
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(form)?.[1] ?? '';
    await one.get(`${provider.issuer}/session/end/confirm`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ xsrf, logout: 'yes' }).toString(),
    });
    await eventually(async () => expect(await whoIs(one, at)).to.equal(undefined));
    expect(await whoIs(two)).to.equal(urns.user('bea'));
    const token = await provider.signOut({ sub: 's-bea' });
    expect((await signOut(token)).status).to.equal(200);
    expect([await whoIs(two), await whoIs(two, at)]).to.deep.equal([undefined, undefined]);
    await come(two);
    expect((await signOut(token)).status).to.equal(400);
    expect(await whoIs(two)).to.equal(urns.user('bea'));
    expect(await auditOf(/acme ends all sessions/)).to.include({ operation: 'POST /callback/acme/logout' });
  };

  it('ends with a session of the provider, and by each notice once', () => ends(cairn.url));

  it('ends on every server [long]', async () => {
    const second = await startCairn(settings);
    await ends(second.url);
    await second.stop();
  });

  // SECURITY.md S12
  it('ends by no notice that is forged, old, for others, or none', async () => {
    const browser = makeBrowser();
    await come(browser);
    const now = Math.floor(Date.now() / 1_000);
    const wrong = [
      await provider.signOut({ sub: 's-bea' }, true),
      await provider.signOut({ sub: 's-bea', exp: now - 120 }),
      await provider.signOut({ sub: 's-bea', iat: now - 3_600, exp: now + 60 }),
      await provider.signOut({ sub: 's-bea', iss: 'https://elsewhere.example' }),
      await provider.signOut({ sub: 's-bea', aud: 'another' }),
      await provider.signOut({ sub: 's-bea', jti: undefined }),
      await provider.signOut({ sub: 's-bea', events: {} }),
      await provider.signOut({ sub: 's-bea', nonce: 'n' }),
      await provider.signOut({}),
      'no token',
    ];
    for (const [at, token] of wrong.entries()) {
      const { status, text } = await signOut(token);
      expect([status, text.includes('logout_token')], `${at}: ${text}`).to.deep.equal([400, true]);
    }
    expect((await client.send('POST', '/callback/acme/logout', { json: {} })).status).to.equal(415);
    expect(await whoIs(browser)).to.equal(urns.user('bea'));
  });

  it('ends here when the user signs out, and the page then offers to end it there', async () => {
    const browser = makeBrowser();
    await come(browser);
    const headers = browser.cookies(cairn.url);
    expect((await browser.get(`${cairn.url}/logOut`)).to).to.equal(`${cairn.url}/signin?left=acme&provider=Acme`);
    expect((await fetch(`${cairn.url}/entitiesV2/${encodeURIComponent(urns.user('bea'))}`, { headers })).status).to.equal(401);
  });

  it('leaves nothing behind: what is over is deleted also when nobody signs in [long]', async () => {
    const id = '0'.repeat(64);
    const info = { name: 'Signed in', type: 'SESSION', actorUrn: urns.user('bea'), ownerUrn: urns.user('bea'), createdAt: 1, expiresAt: 2 };
    const urn = urns.of('dataHubAccessToken', id);
    const written = await client.send('POST', `/openapi/v3/entity/dataHubAccessToken/${encodeURIComponent(urn)}/dataHubAccessTokenInfo`, {
      json: { value: info },
      headers: OPERATOR,
    });
    expect(written.status, written.text).to.be.below(300);
    const third = await startCairn(settings);
    await eventually(async () => {
      const { status } = await client.send('HEAD', `/openapi/v3/entity/dataHubAccessToken/${encodeURIComponent(urn)}`, { headers: OPERATOR });
      expect(status).to.equal(404);
    });
    await third.stop();
  });

  inBrowser('in the browser', () => {
    const visitSignIn = (query: string) => visit(`/signin${query}`, { at: cairn.url, also: provider.issuer, expected: /401|404/ });

    it('is a button for each provider, which leads to where the reader wanted to go; who leaves may leave there, too', async () => {
      provider.lets('s-uma', { preferred_username: 'uma', name: 'Uma' });
      const page = await visitSignIn('?to=%2Ftags');
      await page.getByRole('link', { name: 'Continue with Strict' }).waitFor();
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Continue with Acme' }).click();
      await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
      await page.getByLabel(/^You: /).click();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('link', { name: 'Sign out of Acme, too' }).click();
      await page.getByRole('button', { name: /yes/i }).waitFor();
      expect(page.url()).to.include(provider.issuer);
    });

    it('says in a sentence why nobody came in [long]', async () => {
      const page = await visitSignIn('?to=%2Ftags&failed=user-not-active&provider=Acme');
      await page.getByRole('alert').getByText('Your account is suspended').waitFor();
      await expectAccessible(page);
      expect(await page.getByRole('link', { name: 'Continue with Acme' }).getAttribute('href')).to.match(/redirect_uri=%2Ftags$/);
      const foreign = await visitSignIn('?to=%2F%2Fevil.example&failed=user-not-active&provider=Evil');
      expect(await foreign.getByRole('link', { name: 'Continue with Acme' }).getAttribute('href')).to.match(/redirect_uri=%2F$/);
      expect(await foreign.getByRole('alert').count()).to.equal(0);
    });

    it('lets a program act for the reader who allows it', async () => {
      const back = `http://127.0.0.1:${await freePort()}`;
      provider.lets('s-uma', { preferred_username: 'uma' });
      const asked = {
        client_id: `${Buffer.from('The CLI').toString('base64url')}.x`,
        redirect_uri: `${back}/callback`,
        code_challenge: 'c'.repeat(43),
      };
      const query = new URLSearchParams({ ...asked, code_challenge_method: 'S256', state: 's' });
      const page = await visitSignIn(`?to=${encodeURIComponent(`/allow?${query}`)}`);
      await page.context().route(`${back}/**`, (route) => route.fulfill({ body: 'Done' }));
      await page.getByRole('link', { name: 'Continue with Acme' }).click();
      await page.getByRole('heading', { level: 1, name: 'May this program act for you?' }).waitFor();
      await page.getByText('The CLI').waitFor();
      await expectAccessible(page);
      page.removeAllListeners('request');
      await page.getByRole('button', { name: 'Allow' }).click();
      await page.waitForURL(`${back}/callback?**`);
      expect(new URL(page.url()).searchParams.get('code')).to.match(/^[\w-]{43}$/);
    });
  });
});

function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
