/**
 * The routes by which people come in.
 */
import { type Answers, admit, type Entrance, entrance, mount, NOTHING, type Routes, upkeep } from '../request/operation.ts';
import { audited } from '../request/writer.ts';
import type { Attempts } from './attempts.ts';
import { type ProgramHandlers, type ProgramParts, programHandlers } from './programs.ts';
import type { SignInHandlers } from './sign-in.ts';
import { signInHandlers } from './sign-in.ts';
import { type SingleSignOnHandlers, type SingleSignOnParts, singleSignOnHandlers } from './single-sign-on.ts';
import { type UnsubscribeHandlers, type UnsubscribeParts, unsubscribeHandlers } from './unsubscribe.ts';

/** The names of handlers: there are new ones for each server, which counts attempts. */
type Run = keyof SignInHandlers | keyof SingleSignOnHandlers | keyof ProgramHandlers | keyof UnsubscribeHandlers;

const BEGIN = { ...entrance<Run>('authenticate', NOTHING, ['provider', 'redirect_uri']), reads: true };
const MAIL_LINK = ['person', 'signature'];

/** By address, as in the API reference. Who may call those of `/auth` could do the same in other ways. */
export const SIGN_IN_ROUTES: Routes<ReturnType<typeof entrance<Run>>> = {
  '/logIn': { POST: entrance<Run>('logIn', NOTHING) },
  '/signUp': { POST: entrance<Run>('signUp', NOTHING) },
  '/resetNativeUserCredentials': { POST: entrance<Run>('reset', NOTHING) },
  '/logOut': { GET: entrance<Run>('logOut', NOTHING), POST: entrance<Run>('logOut', NOTHING) },
  '/logOut/{provider}': { GET: { ...entrance<Run>('leaveProvider', NOTHING), reads: true } },
  '/unsubscribe': {
    GET: { ...entrance<Run>('askUnsubscribe', NOTHING, MAIL_LINK), reads: true },
    POST: entrance<Run>('unsubscribe', NOTHING, MAIL_LINK),
  },
  '/authenticate': { GET: BEGIN },
  '/sso': { GET: BEGIN },
  // Browsers say that another site leads here.
  '/callback/{provider}': { GET: { ...entrance<Run>('callback', NOTHING, ['code', 'state', 'iss', 'error', 'error_description']), reads: true } },
  '/callback/{provider}/logout': { POST: entrance<Run>('signedOut', NOTHING) },
  '/.well-known/oauth-authorization-server': { GET: { ...entrance<Run>('describeGrants', 'OAuthServer'), reads: true } },
  '/auth/oauth2/register': { POST: entrance<Run>('register', 'OAuthClient') },
  '/auth/oauth2/token': { POST: entrance<Run>('giveTokens', 'OAuthTokens') },
  '/auth/oauth2/allow': { POST: upkeep<Run>('part', 'allow', 'OAuthAllowed', [['GENERATE_PERSONAL_ACCESS_TOKENS', 'MANAGE_ACCESS_TOKENS']]) },
  '/auth/generateSessionTokenForUser': {
    POST: upkeep<Run>('part', 'generateSession', 'SessionToken', [['MANAGE_ACCESS_TOKENS'], ['MANAGE_POLICIES']]),
  },
  '/auth/verifyNativeUserCredentials': { POST: upkeep<Run>('part', 'verify', 'PasswordMatch', [['MANAGE_USER_CREDENTIALS']]) },
  '/auth/signUp': { POST: upkeep<Run>('part', 'signUpFor', 'NativeUserCreated', [['CREATE_USERS_AND_GROUPS', 'MANAGE_USERS_AND_GROUPS']]) },
  '/auth/resetNativeUserCredentials': { POST: upkeep<Run>('part', 'resetFor', 'CredentialsReset', [['MANAGE_USER_CREDENTIALS']]) },
};

type SignInParts = SingleSignOnParts & ProgramParts & UnsubscribeParts & { readonly attempts: Attempts };

export function signInRoutes(core: Entrance, parts: SignInParts): Answers {
  const { attempts } = parts;
  const handlers = {
    ...signInHandlers(attempts),
    ...singleSignOnHandlers(parts),
    ...programHandlers(parts, attempts),
    ...unsubscribeHandlers(parts, attempts),
  };
  return mount(SIGN_IN_ROUTES, async (context, operation) => {
    return handlers[operation.run](context, audited(context, await admit(context, core, operation)));
  });
}
