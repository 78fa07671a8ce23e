/** OIDC_FILE (docs/access.md 8): what it may say, and the sentences about what it may not. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { readProvidersFile } from '../../src/http/signin/providers-file.ts';

const ACME = 'acme: {issuer: https://acme.example, clientId: cairn';

describe('The file of identity providers', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'cairn-test-'));
  const file = path.join(folder, 'oidc.yaml');
  const logged: string[] = [];
  const read = (text: string, mode = 0o600) => {
    writeFileSync(file, text, { mode });
    return readProvidersFile(file, (event) => logged.push(event));
  };
  after(() => rmSync(folder, { recursive: true }));

  it('needs an address and an id of each; the rest has defaults', () => {
    writeFileSync(path.join(folder, 'secret'), 'hushhush\n');
    const defaults = { title: 'acme', scopes: 'openid profile email', userClaim: 'preferred_username', groupsClaim: undefined };
    const said = { name: 'acme', issuer: 'https://acme.example', clientId: 'cairn' };
    const flags = { newUsers: true, newGroups: false, trustNames: false };
    expect(read(`${ACME}, clientSecretFile: secret}`)).to.deep.equal([{ ...said, ...defaults, ...flags, clientSecret: 'hushhush' }]);
    expect(read(`${ACME}}\nlocal: {issuer: 'http://127.0.0.1:9000', clientId: x}`).map(({ name }) => name)).to.deep.equal(['acme', 'local']);
  });

  for (const [title, text, said] of [
    ['no YAML', 'acme: {clientSecret: hushhush', /is not YAML$/],
    ['no provider', '{}', /names no provider/],
    ['a list', '[]', /the file: expected a provider below each name/],
    ['an address that others can read', 'acme: {issuer: "http://acme.example", clientId: cairn}', /acme\.issuer: expected an address such as https:/],
    ['no id', 'acme: {issuer: "https://acme.example"}', /acme\.clientId: expected a text/],
    ['an unknown field', `${ACME}, clientSecret: hushhush, isuer: x}`, /acme: Unrecognized key: "isuer"/],
    [
      'a name that is no part of an address',
      `Ac/me: {issuer: "https://acme.example", clientId: cairn}`,
      /expected names of small letters, digits and -/,
    ],
    ['two secrets', `${ACME}, clientSecret: hushhush, clientSecretFile: secret}`, /clientSecret or clientSecretFile, not both/],
    ['a secret that is not there', `${ACME}, clientSecretFile: nowhere}`, /acme\.clientSecretFile of OIDC_FILE, .*nowhere, cannot be read/],
    ['scopes without openid', `${ACME}, scopes: profile}`, /acme\.scopes: expected scopes with openid among them/],
    ['a flag that is none', `${ACME}, newUsers: perhaps}`, /acme\.newUsers: expected true or false/],
  ] as const)
    it(`is refused: ${title}`, () => {
      expect(() => read(text))
        .to.throw(said)
        .with.property('message')
        .that.does.not.include('hushhush');
    });

  it('warns if others can read a secret in it', () => {
    rmSync(file);
    read(`${ACME}, clientSecret: hushhush}`, 0o644);
    expect(logged).to.deep.equal(['tokens.exposed']);
  });
});
