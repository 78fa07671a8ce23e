/** What ends with a token, on two servers with a tokens file; and names that are taken by that file (docs/access.md 2, 7). */
import { expect } from 'chai';
import { eventually } from '../../support/eventually.ts';
import { proposal, urns } from '../../support/make.ts';
import type { RunningCairn } from '../../support/process.ts';
import { PASSWORD, signUpBody } from '../../support/sign-in.ts';
import { startTarget } from '../../support/target.ts';
import { OPERATOR, type WithTokens } from './with-tokens.ts';

type Headers = Record<string, string>;

/** What an open answer has told so far, and whether it has ended. */
interface Open {
  readonly status: number;
  told: string;
  ended: boolean;
}

const bearer = (token: string): Headers => ({ Authorization: `Bearer ${token}` });

async function listen(address: string, headers: Headers): Promise<Open> {
  const answer = await fetch(address, { headers: { Accept: 'text/event-stream', ...headers } });
  const open: Open = { status: answer.status, told: '', ended: false };
  const read = async (): Promise<void> => {
    const body = answer.body as AsyncIterable<Uint8Array> | null;
    if (body) for await (const chunk of body) open.told += Buffer.from(chunk).toString('utf8');
  };
  void read().finally(() => {
    open.ended = true;
  });
  return open;
}

export function testWhatEnds({ one, tokensAre }: WithTokens, two: () => RunningCairn): void {
  const post = async (cairn: RunningCairn, where: string, json: unknown, headers: Headers): Promise<Response> =>
    fetch(cairn.url + where, { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(json) });
  const ask = async (headers: Headers, query: string, variables: object = {}): Promise<Record<string, Record<string, string>>> => {
    const { data, errors } = (await (await post(one(), '/api/graphql', { query, variables }, headers)).json()) as {
      data: Record<string, Record<string, string>>;
      errors?: { extensions: { reason: string } }[];
    };
    return errors ? { refused: { reason: errors[0]?.extensions.reason ?? '' } } : data;
  };
  const write = async (urn: string, aspect: string, value: object): Promise<void> => {
    const answer = await post(one(), '/aspects?action=ingestProposal', { proposal: proposal(urn, aspect, value) }, bearer(OPERATOR));
    expect(answer.status, await answer.text()).to.equal(200);
  };
  const comesIn = async (cairn: RunningCairn, headers: Headers): Promise<boolean> => {
    const answer = await fetch(`${cairn.url}/entitiesV2/${encodeURIComponent(urns.user('nobody'))}`, { headers });
    await answer.text();
    return answer.status !== 401;
  };
  const fileIs = async (...lines: string[]): Promise<void> => {
    tokensAre(...lines);
    for (const cairn of [one(), two()]) await eventually(async () => expect(await comesIn(cairn, bearer('temporary'))).to.equal(lines.length > 0));
  };
  const invite = async (): Promise<string> =>
    (await ask(bearer(OPERATOR), '{ made: getInviteToken(input: {}) { inviteToken } }')).made?.inviteToken ?? '';
  const signUp = async (name: string, headers: Headers = {}): Promise<Response> => post(one(), '/signUp', signUpBody(name, await invite()), headers);
  const person = async (name: string): Promise<Headers> => {
    const answer = await signUp(name);
    expect(answer.status, await answer.text()).to.equal(200);
    return { Cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
  };
  const tokenOf = async (by: Headers, actorUrn: string, duration = 'ONE_HOUR'): Promise<Headers> => {
    const input = { type: 'PERSONAL', actorUrn, duration, name: 'x' };
    const made = await ask(by, 'mutation ($input: CreateAccessTokenInput!) { made: createAccessToken(input: $input) { accessToken } }', { input });
    return made.refused ?? bearer(made.made?.accessToken ?? '');
  };

  describe('With a token', () => {
    // SECURITY.md T10
    it('end streams and polls of both servers, whatever made the sender known; nothing is told afterwards', async () => {
      await fileIs('temporary temp');
      const [session, token] = [await person('ends-session'), await tokenOf(bearer(OPERATOR), urns.user('ends-token'))];
      expect(token).to.deep.equal({ reason: 'no-such-entity' });
      await write(urns.user('ends-token'), 'corpUserInfo', { active: true });
      const senders = { file: bearer('temporary'), session, token: await tokenOf(bearer(OPERATOR), urns.user('ends-token')) };
      const open: Record<string, Open> = {};
      for (const [name, headers] of Object.entries(senders))
        for (const [at, cairn] of [one(), two()].entries()) open[`${name} ${at + 1}`] = await listen(`${cairn.url}/changes`, headers);
      const kept = await listen(`${two().url}/changes`, bearer(OPERATOR));
      for (const [name, { status }] of Object.entries(open)) expect(status, name).to.equal(200);
      const poll = fetch(`${two().url}/changes?wait=30&types=mlModel`, { headers: bearer('temporary') });
      await fileIs();
      await (await post(one(), '/logOut', {}, session)).text();
      await write(urns.user('ends-token'), 'corpUserStatus', { status: 'SUSPENDED', lastModified: { time: 1, actor: urns.user('operator') } });
      for (const [name, each] of Object.entries(open)) await eventually(async () => expect(each.ended, name).to.equal(true));
      expect((await poll).status).to.equal(401);
      await write(urns.tag('ends-afterwards'), 'tagProperties', { name: 'afterwards' });
      await eventually(async () => expect(kept.told).to.include('ends-afterwards'));
      for (const [name, { told }] of Object.entries(open)) {
        expect(told, name).to.match(/event: error\ndata: .*"code":"(unknown-token|user-not-active)"/);
        expect(told, name).not.to.include('ends-afterwards');
      }
    });

    // SECURITY.md T12
    it('of the file end what its user has made with it: tokens, sessions, webhooks', async () => {
      await fileIs('temporary temp');
      const target = await startTarget();
      await write(urns.user('ends-made'), 'corpUserInfo', { active: true });
      const token = await tokenOf(bearer('temporary'), urns.user('ends-made'), 'NO_EXPIRY');
      const begun = await post(one(), '/auth/generateSessionTokenForUser', { userId: 'ends-made' }, bearer('temporary'));
      const session = bearer(((await begun.json()) as { accessToken: string }).accessToken);
      const made = await post(one(), '/webhooks', { url: target.url, filter: { types: ['tag'] } }, bearer('temporary'));
      const { id } = (await made.json()) as { id: string };
      expect([await comesIn(one(), token), await comesIn(two(), session)]).to.deep.equal([true, true]);
      await fileIs();
      for (const each of [token, session]) expect([await comesIn(one(), each), await comesIn(two(), each)]).to.deep.equal([false, false]);
      await write(urns.tag('ends-webhook'), 'tagProperties', { name: 'x' });
      const webhook = async () =>
        (await (await fetch(`${one().url}/webhooks/${id}`, { headers: bearer(OPERATOR) })).json()) as { state: string; reason: string };
      await eventually(async () => expect((await webhook()).state).to.equal('suspended'));
      expect((await webhook()).reason).to.match(/^temp, whose token has made it, has no token in the tokens file any more/);
      expect(target.received).to.deep.equal([]);
      await (await post(one(), `/webhooks/${id}/resume`, {}, bearer(OPERATOR))).text();
      await eventually(async () => expect(target.events().map(({ subject }) => subject)).to.include(urns.tag('ends-webhook')));
      await fetch(`${one().url}/webhooks/${id}`, { method: 'DELETE', headers: bearer(OPERATOR) });
      await target.stop();
    });

    // SECURITY.md T13
    it('of the file that has an end, nothing is made that lasts longer', async () => {
      await fileIs(`temporary temp expires=${new Date(Date.now() + 600_000).toISOString()}`);
      await write(urns.user('ends-sooner'), 'corpUserInfo', { active: true });
      for (const duration of ['NO_EXPIRY', 'ONE_HOUR'])
        expect(await tokenOf(bearer('temporary'), urns.user('ends-sooner'), duration)).to.deep.equal({ reason: 'outgrows-token' });
      await fileIs();
    });
  });

  describe('A name of the tokens file', () => {
    // SECURITY.md S23
    it('is taken, in every spelling, for all but its operator', async () => {
      await fileIs('temporary temp');
      for (const name of ['operator', 'Operator', 'reader', 'temp', 'TEMP', 'ｔemp']) {
        const answer = await signUp(name);
        expect([answer.status, ((await answer.json()) as { code: string }).code], name).to.deep.equal([400, 'name-taken']);
      }
      const other = await signUp('temp', bearer(OPERATOR));
      expect(other.status, await other.text()).to.equal(400);
      const own = await signUp('temp', bearer('temporary'));
      expect(own.status, await own.text()).to.equal(200);
      expect((await post(two(), '/logIn', { username: 'temp', password: PASSWORD }, {})).status).to.equal(200);
    });

    it('gets tokens and reset links from operators only', async () => {
      const admin = await person('ends-admin');
      await write(urns.user('ends-admin'), 'roleMembership', { roles: [urns.of('dataHubRole', 'Admin')] });
      const RESET = 'mutation ($user: String!) { made: createNativeUserResetToken(input: { userUrn: $user }) { resetToken } }';
      for (const name of ['operator', 'Operator']) {
        await write(urns.user(name), 'corpUserInfo', { active: true });
        expect(await tokenOf(admin, urns.user(name))).to.deep.equal({ reason: 'name-taken' });
        expect(await ask(admin, RESET, { user: urns.user(name) })).to.deep.equal({ refused: { reason: 'name-taken' } });
        expect((await ask(bearer(OPERATOR), RESET, { user: urns.user(name) })).made).to.have.property('resetToken');
      }
    });

    it('that a user who signs in has already is said in the log, when the file gets it', async () => {
      const made = await signUp('ends-shared');
      expect(made.status, await made.text()).to.equal(200);
      await fileIs('temporary ends-shared');
      const shared = (cairn: RunningCairn) => cairn.log.filter(({ event, user }) => event === 'tokens.shared' && user === urns.user('ends-shared'));
      for (const cairn of [one(), two()])
        await eventually(async () => {
          // The file is read again with a request.
          await fetch(`${cairn.url}/config`, { headers: bearer(OPERATOR) });
          expect(shared(cairn)).not.to.have.length(0);
        });
      await fileIs();
    });
  });
}
