/**
 * Reads who somebody is from the claims of an identity provider. Claims may have any type and any length: only texts that a catalog can keep count.
 */
import type { ExternalPerson } from '../../catalog/index.ts';
import { ProviderFailure } from './provider-failure.ts';
import type { ProviderSettings } from './providers-file.ts';

const MOST_CHARACTERS = 1_000;
const MOST_GROUPS = 10_000;
const CONTROLS = /[\p{Cc}\p{Surrogate}\u2028\u2029]/u;

/** @throws ProviderFailure if nothing says what they are called */
export function personIn(
  settings: Pick<ProviderSettings, 'name' | 'userClaim' | 'groupsClaim' | 'trustNames'>,
  claims: Readonly<Record<string, unknown>>,
): ExternalPerson {
  const { name: provider, userClaim, groupsClaim } = settings;
  const said = (claim: string): string | undefined => textIn(claims[claim]);
  const name = said(userClaim);
  if (name === undefined) throw new ProviderFailure('no-name', `the claim ${userClaim} is missing, or no text of 1 to ${MOST_CHARACTERS} characters`);
  const subject = said('sub');
  if (subject === undefined) throw new ProviderFailure('provider-wrong', `the claim sub is no text of 1 to ${MOST_CHARACTERS} characters`);
  if (userClaim === 'email') refuseUnverified(claims.email_verified, settings.trustNames);
  const picture = said('picture');
  return {
    provider,
    issuer: String(claims.iss),
    subject,
    // Of it, only a hash is kept.
    session: typeof claims.sid === 'string' && claims.sid !== '' ? claims.sid : undefined,
    name,
    profile: {
      displayName: said('name'),
      fullName: said('name'),
      firstName: said('given_name'),
      lastName: said('family_name'),
      email: said('email'),
      picture: picture?.startsWith('https://') ? picture : undefined,
    },
    groups: groupsClaim === undefined ? undefined : groupsIn(claims[groupsClaim]),
  };
}

/**
 * Otherwise who enters the address of somebody else there would be them here. Some providers say nothing about it: then the operator decides.
 *
 * @throws ProviderFailure
 */
function refuseUnverified(verified: unknown, trustNames: boolean): void {
  if (verified === true || verified === 'true' || (verified === undefined && trustNames)) return;
  const why = verified === undefined ? 'does not say that the email address is verified' : 'says that the email address is not verified';
  throw new ProviderFailure('no-name', `the provider ${why} (email_verified)`);
}

/** What is no text, is very long, or has control characters, is as if it were missing. */
function textIn(claim: unknown): string | undefined {
  return typeof claim === 'string' && claim !== '' && claim.length <= MOST_CHARACTERS && !CONTROLS.test(claim) ? claim : undefined;
}

/**
 * What is no list of names says nothing, as an absent claim does: the provider may have left out a long list.
 *
 * @throws ProviderFailure for a longer list than any provider sends: of a part of it, rights would follow that nobody has meant
 */
function groupsIn(claim: unknown): readonly string[] | 'unsaid' {
  const names: readonly unknown[] = typeof claim === 'string' ? [claim] : Array.isArray(claim) ? claim : [undefined];
  if (names.length > MOST_GROUPS) throw new ProviderFailure('provider-wrong', `the claim of groups has more than ${MOST_GROUPS} names`);
  if (!names.every((each) => typeof each === 'string')) return 'unsaid';
  return names.filter((each) => textIn(each) !== undefined);
}
