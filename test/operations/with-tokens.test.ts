/**
 * A catalog with a tokens file. Access on two servers (docs/access.md): the operator's tokens are as they were, policies decide about all others.
 * Then what needs such a catalog besides: secrets, the rights of agents, `npm run user`, mails about decisions.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { eventually } from '../support/eventually.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { proposal, urns } from '../support/make.ts';
import { endAll, type RunningCairn, startCairn } from '../support/process.ts';
import { emptyEngines } from '../support/shared-engines.ts';
import { testCallers } from './support/test-callers.ts';
import { testMailDecisions } from './support/test-mail-decisions.ts';
import { testMcpRights } from './support/test-mcp-rights.ts';
import { testSecrets } from './support/test-secrets.ts';
import { testUserCommand } from './support/test-user.ts';
import { testWhatEnds } from './support/test-what-ends.ts';
import { OPERATOR, READER, tokensFile, type WithTokens } from './support/with-tokens.ts';

const ALICE = urns.user('alice');
const TABLE = urns.dataset('access.table');

describe('Two servers with a tokens file', function () {
  this.timeout(240_000);
  let settings: Record<string, string>;
  let one: RunningCairn;
  let two: RunningCairn;
  let tokensAre: WithTokens['tokensAre'];
  let mails: MailServer;

  before(async () => {
    const tokens = tokensFile();
    ({ tokensAre } = tokens);
    mails = await startMailServer();
    settings = {
      ...(await emptyEngines()),
      ...{ AUTH_TOKENS_FILE: tokens.file, SECRETS_KEY: randomBytes(32).toString('base64'), LOG_LEVEL: 'debug' },
      ...{ WEBHOOK_PRIVATE_TARGETS: 'true' },
      ...{ SMTP_URL: mails.url, MAIL_FROM: 'cairn@example.com', PUBLIC_URL: 'https://catalog.example.com' },
    };
    one = await startCairn(settings);
    two = await startCairn(settings);
  });
  after(async () => {
    await endAll();
    mails?.close();
  });

  const post = (cairn: RunningCairn, token: string, where: string, json: unknown): Promise<Response> =>
    fetch(cairn.url + where, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(json),
    });
  const write = async (cairn: RunningCairn, token: string, urn: string, aspect: string, value: unknown): Promise<number> => {
    const answer = await post(cairn, token, '/aspects?action=ingestProposal', { proposal: proposal(urn, aspect, value) });
    await answer.text();
    return answer.status;
  };
  const graphql = async (cairn: RunningCairn, token: string, query: string, variables: object = {}): Promise<Record<string, never>> => {
    const answer = (await (await post(cairn, token, '/api/graphql', { query, variables })).json()) as {
      data: Record<string, never>;
      errors?: unknown;
    };
    expect(answer.errors, JSON.stringify(answer.errors)).to.equal(undefined);
    return answer.data;
  };
  const describeTable = (cairn: RunningCairn, token: string) =>
    write(cairn, token, TABLE, 'editableDatasetProperties', { description: String(Math.random()) });
  const newToken = async (actorUrn = ALICE): Promise<{ accessToken: string; metadata: { id: string } }> => {
    const input = { type: 'PERSONAL', actorUrn, duration: 'ONE_HOUR', name: 'one' };
    const query = 'mutation ($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { accessToken metadata { id } } }';
    return (await graphql(one, OPERATOR, query, { input })).createAccessToken as never;
  };

  it('serve the tokens of the file as before, and the others by their policies', async () => {
    expect(await write(one, OPERATOR, TABLE, 'datasetProperties', { description: 'x' })).to.equal(200);
    expect(await write(one, READER, TABLE, 'datasetProperties', { description: 'y' })).to.equal(403);
    expect(await write(one, OPERATOR, ALICE, 'corpUserInfo', { active: true })).to.equal(200);
    const { accessToken } = await newToken();
    expect(await describeTable(two, accessToken)).to.equal(403);
    expect(await write(one, OPERATOR, ALICE, 'roleMembership', { roles: [urns.of('dataHubRole', 'Editor')] })).to.equal(200);
    expect(await describeTable(two, accessToken)).to.equal(200);
    expect(await write(one, 'cairn_unknown', TABLE, 'datasetProperties', { description: 'z' })).to.equal(401);
  });

  // SECURITY.md T4, A2
  it('know of each change of the other with the next request: policies, roles, groups, tokens', async () => {
    const { accessToken, metadata } = await newToken();
    const editors = urns.of('dataHubPolicy', 'alice-describes');
    const info = { displayName: 'x', description: '', type: 'METADATA', privileges: ['EDIT_ENTITY_DOCS'], actors: { users: [ALICE] } };
    expect(await write(one, OPERATOR, ALICE, 'roleMembership', { roles: [] })).to.equal(200);
    for (let turn = 0; turn < 2; turn++) {
      expect(await write(one, OPERATOR, editors, 'dataHubPolicyInfo', { ...info, state: 'ACTIVE' })).to.equal(200);
      expect(await describeTable(two, accessToken)).to.equal(200);
      expect(await write(two, OPERATOR, editors, 'dataHubPolicyInfo', { ...info, state: 'INACTIVE' })).to.equal(200);
      expect(await describeTable(one, accessToken)).to.equal(403);
      expect(await describeTable(two, accessToken)).to.equal(403);
    }
    expect(await graphql(two, OPERATOR, `mutation { revokeAccessToken(tokenId: "${metadata.id}") }`)).to.deep.equal({ revokeAccessToken: true });
    expect(await describeTable(one, accessToken)).to.equal(401);
  });

  it('leave an administrator when two end each other at the same moment, each on a server [long]', async () => {
    const admins = [urns.user('two-one'), urns.user('two-other')] as const;
    for (let turn = 0; turn < 5; turn++) {
      const tokens: string[] = [];
      for (const urn of admins) {
        expect(await write(one, OPERATOR, urn, 'corpUserInfo', { active: true })).to.equal(200);
        expect(await write(one, OPERATOR, urn, 'roleMembership', { roles: [urns.of('dataHubRole', 'Admin')] })).to.equal(200);
        tokens.push((await newToken(urn)).accessToken);
      }
      const end = (cairn: RunningCairn, by: number, whom: number) =>
        write(cairn, tokens[by] ?? '', admins[whom] ?? '', 'roleMembership', { roles: [] });
      expect((await Promise.all([end(one, 0, 1), end(two, 1, 0)])).sort()).to.deep.equal([200, 403]);
    }
  });

  it('let one of two decide who do so at the same moment, each on a server: about suggestions and requests for access [long]', async () => {
    const [reader, admin] = [urns.user('asks'), urns.user('decides')];
    for (const urn of [reader, admin]) expect(await write(one, OPERATOR, urn, 'corpUserInfo', { active: true })).to.equal(200);
    expect(await write(one, OPERATOR, admin, 'roleMembership', { roles: [urns.of('dataHubRole', 'Admin')] })).to.equal(200);
    const [asks, decides] = [(await newToken(reader)).accessToken, (await newToken(admin)).accessToken];
    const answer = async (cairn: RunningCairn, token: string, query: string, input: object) =>
      (await (await post(cairn, token, '/api/graphql', { query, variables: { input } })).json()) as {
        data: { made?: { urn: string; state: string } };
        errors?: { extensions: { reason: string } }[];
      };
    const SUGGEST = 'mutation ($input: SuggestChangeInput!) { made: suggestChange(input: $input) { urn state } }';
    const SETTLE = 'mutation ($input: DecideSuggestionInput!) { made: decideSuggestion(input: $input) { urn state } }';
    const ASK = 'mutation ($input: AskForAccessInput!) { made: askForAccess(input: $input) { urn state } }';
    const DECIDE = 'mutation ($input: DecideAccessRequestInput!) { made: decideAccessRequest(input: $input) { urn state } }';
    const race = async (query: string, inputs: readonly [object, object]): Promise<string> => {
      const answers = await Promise.all([answer(one, decides, query, inputs[0]), answer(two, decides, query, inputs[1])]);
      expect(answers.flatMap(({ errors = [] }) => errors.map(({ extensions }) => extensions.reason))).to.deep.equal(['bad-parameter']);
      return answers.find(({ errors }) => errors === undefined)?.data.made?.state ?? '';
    };
    for (let turn = 0; turn < 5; turn++) {
      const table = urns.dataset(`access.decided${turn}`);
      expect(await write(one, OPERATOR, table, 'datasetProperties', { name: 'x' })).to.equal(200);
      const suggested = await answer(one, asks, SUGGEST, { urn: table, changes: { description: { set: 'New' } } });
      const urn = suggested.data.made?.urn;
      const state = await race(SETTLE, [
        { urn, accept: true },
        { urn, accept: false, note: 'No' },
      ]);
      const { status } = await fetch(`${two.url}/openapi/v3/entity/dataset/${encodeURIComponent(table)}/editabledatasetproperties`, {
        headers: { Authorization: `Bearer ${OPERATOR}` },
      });
      expect(status).to.equal(state === 'ACCEPTED' ? 200 : 404);
      const asked = (await answer(two, asks, ASK, { privilege: 'EDIT_ENTITY_DOCS', resource: table })).data.made?.urn;
      const granted = await race(DECIDE, [
        { urn: asked, grant: true },
        { urn: asked, grant: false },
      ]);
      expect(await write(one, asks, table, 'editableDatasetProperties', { description: 'x' })).to.equal(granted === 'GRANTED' ? 200 : 403);
    }
  });

  // SECURITY.md T9, U3
  it('say in the audit whether an operator or a policy has decided, and who looks as whom, but never a token', async () => {
    const { accessToken, metadata } = await newToken();
    await describeTable(one, accessToken);
    const allowing = urns.of('dataHubPolicy', 'alice-audited');
    const info = { displayName: 'x', description: '', type: 'METADATA', privileges: ['EDIT_ENTITY_DOCS'], actors: { users: [ALICE] } };
    expect(await write(one, OPERATOR, allowing, 'dataHubPolicyInfo', { ...info, state: 'ACTIVE' })).to.equal(200);
    expect(await describeTable(one, accessToken)).to.equal(200);
    const looked = await fetch(`${one.url}/entities/${encodeURIComponent(TABLE)}`, {
      headers: { Authorization: `Bearer ${OPERATOR}`, 'X-Svc-Look-As': ALICE },
    });
    expect(looked.status, await looked.text()).to.equal(200);
    await eventually(async () => {
      const lines = readFileSync(path.join(one.dataDir, 'audit', 'audit.jsonl'), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>);
      expect(lines.find(({ actor }) => actor === urns.user('operator'))).to.include({ operator: true });
      expect(lines.find(({ as }) => as === ALICE)).to.include({ actor: urns.user('operator'), operator: true, outcome: 'done' });
      const token = urns.of('dataHubAccessToken', metadata.id);
      expect(lines.find((line) => line.token === token)).to.include({ actor: ALICE, outcome: 'denied', status: 403 });
      expect(lines.find((line) => line.token === token && line.outcome === 'done')?.policies).to.deep.equal([allowing]);
    });
    for (const text of [readFileSync(path.join(one.dataDir, 'audit', 'audit.jsonl'), 'utf8'), one.stdout()])
      for (const secret of [accessToken, OPERATOR, READER]) expect(text.includes(secret)).to.equal(false);
  });

  const catalog: WithTokens = {
    one: () => one,
    settings: () => settings,
    restart: async () => {
      await Promise.all([one.stop(), two.stop()]);
      one = await startCairn(settings);
    },
    tokensAre: (...more) => tokensAre(...more),
  };
  testWhatEnds(catalog, () => two);
  testSecrets(catalog);
  testMcpRights(catalog);
  testUserCommand(catalog);
  testCallers(catalog);
  testMailDecisions(catalog, () => mails);

  describe('at the next start', () => {
    it('put back only the policies that may not be changed [long]', async () => {
      const [own, fixed] = ['editor-metadata-policy-entities', 'admin-platform-policy'].map((id) => urns.of('dataHubPolicy', id)) as [string, string];
      for (const policy of [own, fixed])
        expect(await graphql(one, OPERATOR, `mutation { deletePolicy(urn: "${policy}") }`)).to.deep.equal({ deletePolicy: policy });
      await one.stop();
      one = await startCairn(settings);
      const state = async (urn: string): Promise<unknown> =>
        (await graphql(one, OPERATOR, `{ dataHubPolicy(urn: "${urn}") { state } }`)).dataHubPolicy;
      expect([await state(own), await state(fixed)]).to.deep.equal([{ state: null }, { state: 'ACTIVE' }]);
    });
  });
});
