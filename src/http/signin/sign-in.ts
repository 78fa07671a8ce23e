/**
 * How people come in: the calls of pages and of known clients (docs/access.md), and those of a trusted server in front of Cairn (`/auth/...`).
 */
import type { Catalog, Session } from '../../catalog/index.ts';
import { sendNothing } from '../answer/send.ts';
import { readParams } from '../request/body.ts';
import { paramsOf, secretText, someText, text } from '../request/params.ts';
import type { Context, Handler } from '../types.ts';
import type { Attempts, Guess } from './attempts.ts';
import { setSession } from './cookies.ts';

/** Most bytes of a body: a few names and a password. Anybody may send one. */
const MOST_BYTES = 64 * 1024;

const readLogIn = paramsOf('logIn', { username: text, password: secretText });
const readReset = paramsOf('resetNativeUserCredentials', { userUrn: text, password: secretText, resetToken: secretText });
const PERSON = { email: someText, fullName: someText, password: secretText, inviteToken: secretText };
/** Known pages send no name: the user is named by the e-mail. */
const readSignUp = paramsOf('signUp', PERSON, { userUrn: someText, title: text });
const readSignUpFor = paramsOf('signUp', { ...PERSON, userUrn: someText }, { title: text });
const readUser = paramsOf('generateSessionTokenForUser', { userId: text }, { loginSource: text });
const readVerify = paramsOf('verifyNativeUserCredentials', { userUrn: text, password: secretText });

/** The handlers of one server, which counts attempts. */
export type SignInHandlers = Readonly<Record<'logIn' | 'signUp' | 'reset' | 'generateSession' | 'verify' | 'signUpFor' | 'resetFor', Handler>>;

export function signInHandlers(attempts: Attempts): SignInHandlers {
  const read = <Params>(context: Context, params: (body: unknown) => Params): Promise<Params> => readParams(context, MOST_BYTES).then(params);
  const came = (context: Context, session: Session, how: string): void => {
    context.state.actor = session.user;
    context.state.trail.about(how);
    setSession(context, session);
    sendNothing(context);
  };
  const signUp = async (context: Context, { signIns }: Catalog, params: typeof readSignUp): Promise<string> => {
    const { userUrn, inviteToken, ...person } = await read(context, params);
    const guess = { door: 'invitation', address: context.state.address } as const;
    const { known, actor } = context.state;
    const as = known === 'token' ? actor : undefined;
    return attempts.make(guess, () => signIns.signUp({ user: userUrn, invitation: inviteToken, ...person }, as));
  };
  const reset = async (context: Context, { signIns }: Catalog): Promise<string> => {
    const { userUrn, resetToken, password } = await read(context, readReset);
    const guess = { door: 'reset', address: context.state.address, who: signIns.userNamed(userUrn) ?? userUrn } as const;
    return attempts.make(guess, () => signIns.reset(userUrn, resetToken, password));
  };
  return {
    async logIn(context, { signIns }) {
      const { username, password } = await read(context, readLogIn);
      const session = await attempts.make(passwordOf(context, signIns, username), () => signIns.logIn(username, password));
      came(context, session, 'signed in with a password');
    },
    async signUp(context, catalog) {
      const user = await signUp(context, catalog, readSignUp);
      came(context, await catalog.signIns.begin(user), 'signed up by an invitation');
    },
    async reset(context, catalog) {
      const user = await reset(context, catalog);
      came(context, await catalog.signIns.begin(user), 'set a password by a reset link');
    },
    async generateSession(context, { signIns }) {
      const { userId } = await read(context, readUser);
      const { user, secret } = await signIns.begin(userId, context.state.credential);
      context.state.trail.about(`a session for ${user}`);
      context.body = { accessToken: secret };
    },
    async verify(context, { signIns }) {
      const { userUrn, password } = await read(context, readVerify);
      const same = await attempts.make(passwordOf(context, signIns, userUrn), () => signIns.check(userUrn, password), Boolean);
      context.body = { doesPasswordMatch: same };
    },
    async signUpFor(context, catalog) {
      await signUp(context, catalog, readSignUpFor);
      context.body = { isNativeUserCreated: true };
    },
    async resetFor(context, catalog) {
      await reset(context, catalog);
      context.body = { areNativeUserCredentialsReset: true };
    },
  };
}

function passwordOf({ state: { address } }: Context, { userNamed }: Catalog['signIns'], name: string): Guess {
  return { door: 'password', address, who: userNamed(name) ?? name };
}
