/** The tokens file (docs/operations.md 3): what its lines mean, and what is refused with file and line. */
import { expect } from 'chai';
import { hashOf, readTokensFile } from '../../src/http/tokens-file.ts';
import { model } from '../unit/support/model.ts';

const read = (text: string) => readTokensFile(model, 'tokens', text);

describe('The tokens file', () => {
  it('accepts tokens as hashes and in plain text, with rights and an expiry date', () => {
    const { owners, plain } = read(
      `# who may\n\nopen-token alice\nsha256:${hashOf('hidden')} bob read\nsha256:${hashOf('late').toUpperCase()} carol expires=2030-01-31 read\r\n`,
    );
    expect(plain).to.equal(1);
    expect(owners.get(hashOf('open-token'))).to.deep.equal({ user: 'alice', mayWrite: true });
    expect(owners.get(hashOf('hidden'))).to.deep.equal({ user: 'bob', mayWrite: false });
    expect(owners.get(hashOf('late'))).to.deep.equal({ user: 'carol', mayWrite: false, expires: Date.UTC(2030, 0, 31) });
  });

  // SECURITY.md T2
  it('does not accept a hash as a token', () => {
    const { owners } = read(`sha256:${hashOf('hidden')} bob`);
    expect(owners.get(hashOf(`sha256:${hashOf('hidden')}`))).to.equal(undefined);
    expect(owners.get(hashOf(hashOf('hidden')))).to.equal(undefined);
  });

  const wrong: readonly [text: string, said: RegExp][] = [
    ['secret', /tokens line 1: expected <token> <user>/],
    ['# one\nsecret alice write', /tokens line 2: expected <token> <user> \[read\]/],
    ['secret alice read read', /line 1: expected/],
    ['secret alice expires=soon', /line 1: expires: expected a time such as .* got soon/],
    ['secret alice expires=2030-13-45', /line 1: expires: expected a time/],
    ['secret alice expires=2030-01-01 expires=2031-01-01', /line 1: expected/],
    ['secret alice\nother bob\nsecret carol', /line 3: this is the token of line 1 again/],
    [`sha256:${hashOf('secret')} alice\nsecret carol`, /line 2: this is the token of line 1 again/],
    ['sha256:12ab alice', /line 1: expected 64 hexadecimal digits after sha256:/],
    ['secret (alice', /line 1: \(alice cannot be the name of a user/],
    ['secret alice,bob', /line 1: alice,bob cannot be the name of a user/],
    [`secret ${'a'.repeat(600)}`, /line 1: a+ cannot be the name of a user/],
    ['secret al\u241fice', /line 1: .* cannot be the name of a user/],
  ];
  for (const [text, said] of wrong) {
    it(`refuses ${JSON.stringify(text.slice(0, 60))}, without showing a token`, () => {
      expect(() => read(text))
        .to.throw(said)
        .with.property('message')
        .that.does.not.match(/secret|other/);
    });
  }
});
