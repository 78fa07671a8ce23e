/** `npm run user`: the first administrator, on a server whose file has a token of the operator; how a server in front of Cairn comes in. */
import { expect } from 'chai';
import { urns } from '../../support/make.ts';
import { runNode } from '../../support/process.ts';
import { postFrom } from '../../support/sign-in.ts';
import { OPERATOR, type WithTokens } from './with-tokens.ts';

export function testUserCommand({ one }: WithTokens): void {
  describe('npm run user', () => {
    const run = async (...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> => {
      const command = runNode('commands/user.js', [...args, '--url', one().url]);
      const { code } = await command.end;
      return { code, stdout: command.stdout(), stderr: command.stderr() };
    };
    const post = (where: string, json: unknown, headers: Record<string, string> = {}): Promise<Response> =>
      fetch(one().url + where, { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(json) });
    const logIn = async (username: string, password: string): Promise<Record<string, string>> => {
      const answer = await post('/logIn', { username, password });
      expect(answer.status, await answer.text()).to.equal(200);
      return { Cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
    };
    const graphql = async (headers: Record<string, string>, query: string): Promise<Record<string, unknown>> =>
      (await (await post('/api/graphql', { query }, headers)).json()) as Record<string, unknown>;

    it('makes an administrator, who signs in and invites others; run again, it gives a new password', async () => {
      const { code, stdout, stderr } = await run('ada', '--role', 'Admin', '--token', OPERATOR);
      expect(code, stderr).to.equal(0);
      expect(stdout).to.match(/^[\w-]{24}\n$/);
      const ada = await logIn('ada', stdout.trim());
      const query = `{ me { corpUser { urn } platformPrivileges { managePolicies } } getInviteToken(input: {}) { inviteToken } }`;
      const { data } = (await graphql(ada, query)) as { data: Record<string, Record<string, unknown>> };
      expect(data.me).to.deep.equal({ corpUser: { urn: urns.user('ada') }, platformPrivileges: { managePolicies: true } });
      expect(data.getInviteToken?.inviteToken).to.match(/^cairn_invite_/);
      const again = await run('ada', '--token', OPERATOR);
      await logIn('ada', again.stdout.trim());
      expect((await post('/logIn', { username: 'ada', password: stdout.trim() })).status).to.equal(401);
      expect((await post('/api/graphql', { query }, ada)).status).to.equal(401);
    });

    it('makes nobody without a token, and says why', async () => {
      const [without, wrong, unnamed] = [await run('bob'), await run('bob', '--role', 'None', '--token', OPERATOR), await run('a b')];
      expect(without.stderr).to.match(/^user: Cairn answers 401: .*token/);
      expect(wrong.stderr).to.match(/^user: Cairn refuses it: .*dataHubRole:None/);
      expect(unnamed.stderr).to.match(/^user: give one user/);
      expect([without, wrong, unnamed].map(({ code, stdout }) => [code, stdout])).to.deep.equal([
        [1, ''],
        [1, ''],
        [1, ''],
      ]);
    });

    it('is not all: a server in front of Cairn comes in with a user of the file as its id, and the token as its secret', async () => {
      const verify = async (id: string, secret: string): Promise<number> => {
        const headers = { Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` };
        const answer = await post('/auth/verifyNativeUserCredentials', { userUrn: urns.user('ada'), password: 'not the password' }, headers);
        await answer.text();
        return answer.status;
      };
      expect(await verify('operator', OPERATOR)).to.equal(200);
      expect(await verify('somebody', OPERATOR)).to.equal(401);
      expect(await verify('operator', 'another')).to.equal(401);
    });

    it('is guessed ten times from an address as the secret of a server, then refused for a while there and nowhere else', async () => {
      const verify = (address: string, secret: string) => {
        const headers = { Authorization: `Basic ${Buffer.from(`operator:${secret}`).toString('base64')}` };
        return postFrom(
          address,
          '/auth/verifyNativeUserCredentials',
          { userUrn: urns.user('ada'), password: 'not the password' },
          headers,
          one().url,
        );
      };
      for (let time = 0; time < 10; time++) expect((await verify('127.0.4.1', `another-${time}`)).status).to.equal(401);
      const refused = await verify('127.0.4.1', OPERATOR);
      expect(refused.status).to.equal(429);
      expect(refused.retryAfter).to.be.within(1, 600);
      expect((await verify('127.0.4.2', OPERATOR)).status).to.equal(200);
    });
  });
}
