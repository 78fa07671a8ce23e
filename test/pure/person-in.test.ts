/** Who somebody is by the claims of an identity provider (docs/access.md 8). */
import { expect } from 'chai';
import { personIn } from '../../src/http/signin/person-in.ts';
import { ProviderFailure } from '../../src/http/signin/provider-failure.ts';

const SETTINGS = { name: 'acme', userClaim: 'preferred_username', groupsClaim: 'groups', trustNames: false };
const CLAIMS = { iss: 'https://acme.example', sub: 's-1', preferred_username: 'alice' };
/** What a claim should not be. */
const OTHERS = [5, 0, true, null, [], ['alice'], {}, { a: 1 }, '', 'a\0b', 'a\nb', 'a\u2028b', '\ud800', 'x'.repeat(100_000)];

function failureOf(claims: object, settings: object = {}): string | undefined {
  try {
    personIn({ ...SETTINGS, ...settings }, { ...CLAIMS, ...claims });
    return undefined;
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    return error.failed;
  }
}

describe('A person as a provider describes them', () => {
  // SECURITY.md S21
  it('comes in by an email address only if the provider says that it is verified', () => {
    const byEmail = (email_verified: unknown, more: object = {}) =>
      failureOf({ email: 'a@acme.example', ...(email_verified !== undefined && { email_verified }) }, { userClaim: 'email', ...more });
    for (const verified of [true, 'true']) expect(byEmail(verified)).to.equal(undefined);
    for (const verified of [false, 'false', 0, 1, 'no', 'yes', 'True', '', null, [], [true], {}]) {
      expect(byEmail(verified), JSON.stringify(verified)).to.equal('no-name');
      expect(byEmail(verified, { trustNames: true }), JSON.stringify(verified)).to.equal('no-name');
    }
    expect([byEmail(undefined), byEmail(undefined, { trustNames: true })]).to.deep.equal(['no-name', undefined]);
  });

  it('has a name and an id that are plain texts, or does not come in', () => {
    for (const other of OTHERS) {
      expect(failureOf({ preferred_username: other })).to.equal('no-name');
      expect(failureOf({ sub: other })).to.equal('provider-wrong');
    }
  });

  it('has only what is plain text in the profile, and groups that are names', () => {
    for (const other of OTHERS) {
      const { profile, groups } = personIn(SETTINGS, {
        ...CLAIMS,
        name: other,
        email: other,
        given_name: other,
        picture: other,
        groups: [other, 'Sales'],
      });
      expect(Object.values(profile).every((each) => each === undefined)).to.equal(true);
      expect(groups).to.deep.equal(typeof other === 'string' ? ['Sales'] : 'unsaid');
    }
    for (const groups of [undefined, null, 5, { a: 'Sales' }]) expect(personIn(SETTINGS, { ...CLAIMS, groups }).groups).to.equal('unsaid');
    expect(personIn(SETTINGS, { ...CLAIMS, groups: 'Sales' }).groups).to.deep.equal(['Sales']);
  });

  it('is in all groups that the provider says, or does not come in', () => {
    const groups = Array.from({ length: 10_000 }, (_, at) => `g${at}`);
    expect(personIn(SETTINGS, { ...CLAIMS, groups }).groups).to.deep.equal(groups);
    expect(failureOf({ groups: [...groups, 'one more'] })).to.equal('provider-wrong');
  });
});
