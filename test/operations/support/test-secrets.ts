/** Secrets on a server with a key (docs/semantics.md 15.7): who may change them reads them, and nobody else, by no way. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.ts';
import { proposal, urns } from '../../support/make.ts';
import { type RunningCairn, startCairn } from '../../support/process.ts';
import { OPERATOR, READER, type WithTokens } from './with-tokens.ts';

const PLAIN = 'correct-horse-battery-staple';
const SECRET = urns.of('dataHubSecret', 'WAREHOUSE');
const VALUES = 'query ($names: [String!]!) { getSecretValues(input: { secrets: $names }) { name value } }';
const CREATE = 'mutation ($input: CreateSecretInput!) { createSecret(input: $input) }';

interface Answered {
  readonly data?: Record<string, unknown> | null;
  readonly errors?: readonly { readonly message: string; readonly extensions: { readonly reason: string } }[];
}

/** @param catalog has a key for secrets, and logs everything */
export function testSecrets({ one, settings }: WithTokens): void {
  describe('Secrets with a key', () => {
    const send = (cairn: RunningCairn, token: string, where: string, json?: unknown): Promise<Response> =>
      fetch(cairn.url + where, {
        method: json === undefined ? 'GET' : 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        ...(json !== undefined && { body: JSON.stringify(json) }),
      });
    const ask = async (query: string, variables: object, token = OPERATOR, cairn = one()): Promise<Answered> =>
      (await (await send(cairn, token, '/api/graphql', { query, variables })).json()) as Answered;
    const refusal = async (query: string, variables: object, token = OPERATOR, cairn = one()): Promise<string | undefined> =>
      (await ask(query, variables, token, cairn)).errors?.[0]?.extensions.reason;
    const valuesOf = async (...names: string[]): Promise<unknown> => (await ask(VALUES, { names })).data?.getSecretValues;

    it('are made, read by who may change them, replaced and deleted', async () => {
      const made = await ask(CREATE, { input: { name: 'WAREHOUSE', value: PLAIN, description: 'of the warehouse' } });
      expect(made.data).to.deep.equal({ createSecret: SECRET });
      expect(await valuesOf('WAREHOUSE', 'NOBODY')).to.deep.equal([{ name: 'WAREHOUSE', value: PLAIN }]);
      expect(await refusal(CREATE, { input: { name: 'WAREHOUSE', value: 'x' } })).to.equal('already-exists');
      const UPDATE = 'mutation ($input: UpdateSecretInput!) { updateSecret(input: $input) }';
      expect((await ask(UPDATE, { input: { urn: SECRET, name: 'WAREHOUSE', value: `${PLAIN} ü` } })).data).to.deep.equal({ updateSecret: SECRET });
      expect(await valuesOf('WAREHOUSE')).to.deep.equal([{ name: 'WAREHOUSE', value: `${PLAIN} ü` }]);
      expect(await refusal(UPDATE, { input: { urn: `${SECRET}2`, name: 'X', value: 'x' } })).to.equal('no-such-entity');
    });

    it('are sealed whichever API brings them, once', async () => {
      const urn = urns.of('dataHubSecret', 'LAKE');
      const where = `/openapi/v3/entity/dataHubSecret/${encodeURIComponent(urn)}/dataHubSecretValue`;
      const stored = async (): Promise<string> => await (await send(one(), OPERATOR, where)).text();
      const patch = JSON.stringify([{ op: 'replace', path: '/value', value: `${PLAIN} 3` }]);
      const patched = { changeType: 'PATCH', aspect: { value: patch, contentType: 'application/json-patch+json' } };
      const writes: [string, unknown][] = [
        ['/aspects?action=ingestProposal', { proposal: proposal(urn, 'dataHubSecretValue', { name: 'LAKE', value: `${PLAIN} 1` }) }],
        [where, { value: { name: 'LAKE', value: `${PLAIN} 2` } }],
        ['/aspects?action=ingestProposal', { proposal: proposal(urn, 'dataHubSecretValue', {}, patched) }],
      ];
      for (const [at, [to, body]] of writes.entries()) {
        expect((await send(one(), OPERATOR, to, body)).status, to).to.be.below(300);
        expect(await valuesOf('LAKE')).to.deep.equal([{ name: 'LAKE', value: `${PLAIN} ${at + 1}` }]);
        expect(await stored()).to.not.include('horse');
      }
      const { value } = JSON.parse(await stored()) as { value: { value: string } };
      await send(one(), OPERATOR, where, { value });
      expect(await valuesOf('LAKE')).to.deep.equal([{ name: 'LAKE', value: `${PLAIN} 3` }]);
      const copy = [{ op: 'copy', from: '/name', path: '/value' }];
      const body = { changeType: 'PATCH', aspect: { value: JSON.stringify(copy), contentType: 'application/json-patch+json' } };
      const copied = await send(one(), OPERATOR, '/aspects?action=ingestProposal', { proposal: proposal(urn, 'dataHubSecretValue', {}, body) });
      expect(copied.status).to.equal(501);
      const LIST = '{ listSecrets(input: { query: "LAKE" }) { total secrets { urn name } } }';
      await eventually(async () => expect((await ask(LIST, {})).data).to.deep.equal({ listSecrets: { total: 1, secrets: [{ urn, name: 'LAKE' }] } }));
    });

    it('are in no other answer, no log and no audit', async () => {
      const urn = encodeURIComponent(SECRET);
      for (const where of [
        `/aspects/${urn}?aspect=dataHubSecretValue&version=0`,
        `/aspects/${urn}?aspect=dataHubSecretValue&version=1`,
        `/entitiesV2/${urn}`,
        `/openapi/v3/entity/dataHubSecret/${urn}`,
        '/changes?values=true',
        '/changes',
      ]) {
        const answer = await send(one(), OPERATOR, where);
        expect(answer.status, where).to.equal(200);
        expect(await answer.text(), where).to.not.include('horse');
      }
      const raw = await ask('query ($urn: String!) { dataHubSecret(urn: $urn) { aspects(input: {}) { payload } } }', { urn: SECRET });
      expect(JSON.stringify(raw)).to.not.include('horse');
      expect(readFileSync(path.join(one().dataDir, 'audit', 'audit.jsonl'), 'utf8'))
        .to.include('getSecretValues')
        .and.not.include('horse');
      expect(one().stdout() + one().stderr()).to.not.include('horse');
    });

    it('are not for readers, nor for who has no privilege', async () => {
      expect(await refusal(VALUES, { names: ['WAREHOUSE'] }, READER)).to.equal('read-only-token');
      const token = 'mutation ($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { accessToken } }';
      const anna = urns.user('anna');
      await send(one(), OPERATOR, '/aspects?action=ingestProposal', { proposal: proposal(anna, 'corpUserInfo', { active: true }) });
      const made = await ask(token, { input: { type: 'PERSONAL', actorUrn: anna, duration: 'ONE_HOUR', name: 'anna' } });
      const { accessToken } = (made.data?.createAccessToken ?? {}) as { accessToken: string };
      expect(await refusal(VALUES, { names: ['WAREHOUSE'] }, accessToken)).to.equal('not-allowed');
      expect(await refusal(CREATE, { input: { name: 'MINE', value: 'x' } }, accessToken)).to.equal('not-allowed');
    });

    it('open for their entity only', async () => {
      const stored = await send(one(), OPERATOR, `/aspects/${encodeURIComponent(SECRET)}?aspect=dataHubSecretValue&version=0`);
      const { aspect } = (await stored.json()) as { aspect: Record<string, { value: string }> };
      const [{ value } = { value: '' }] = Object.values(aspect);
      const copy = proposal(urns.of('dataHubSecret', 'COPY'), 'dataHubSecretValue', { name: 'COPY', value });
      await send(one(), OPERATOR, '/aspects?action=ingestProposal', { proposal: copy });
      expect(await valuesOf('COPY')).to.deep.equal([{ name: 'COPY', value }]);
      expect((await ask('mutation ($urn: String!) { deleteSecret(urn: $urn) }', { urn: SECRET })).data).to.deep.equal({ deleteSecret: SECRET });
      expect(await valuesOf('WAREHOUSE')).to.deep.equal([]);
    });

    it('open with their key only [long]', async () => {
      expect((await ask(CREATE, { input: { name: 'LOCKED', value: PLAIN } })).errors).to.equal(undefined);
      const other = await startCairn({ ...settings(), SECRETS_KEY: randomBytes(32).toString('base64') });
      expect(await refusal(VALUES, { names: ['LOCKED'] }, OPERATOR, other)).to.equal('secret-of-another-key');
      expect(await valuesOf('LOCKED')).to.deep.equal([{ name: 'LOCKED', value: PLAIN }]);
    });
  });
}
