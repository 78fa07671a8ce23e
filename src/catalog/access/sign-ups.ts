/**
 * How people get a password: by an invitation, or by a reset link.
 */
import { badParameter, noInvitation, noReset, userExists } from '../../errors.ts';
import type { Graph } from '../../graph/driver.ts';
import type { EntityReader, EntityRow } from '../../graph/read.ts';
import { shownNameProblem } from '../../model/person-names.ts';
import type { Model } from '../../model/types.ts';
import { lastPart } from '../../model/urn.ts';
import type { WithSender, Writers } from '../sender.ts';
import { upsert } from '../write/proposal.ts';
import { type Credentials, credentialsIn, credentialsMerge, withPassword } from './credentials.ts';
import { inTurn } from './in-turn.ts';
import { invitationOf } from './invitations.ts';
import { jsonOf } from './json-of.ts';
import type { Makers } from './makers.ts';
import { nameProblem, type TakenNames } from './names.ts';
import { hashPassword } from './passwords.ts';
import { isChanged } from './sign-in-records.ts';
import { hashOf } from './token-info.ts';
import { isActive, USER_INFO } from './user-of.ts';

export interface SignUp {
  /** Without it, the e-mail names the user. */
  readonly user?: string | undefined;
  readonly password: string;
  readonly invitation: string;
  readonly fullName: string;
  readonly email: string;
  readonly title?: string | undefined;
}

/** What people do with a link that somebody has sent them. */
export interface SignUps {
  /**
   * @param as URN of who asks with a token: an operator may take the own name
   * @returns the URN of the new user @throws Refusal forbidden without an invitation; invalid for a name that is taken
   */
  signUp(request: SignUp, as?: string): Promise<string>;
  /** @returns the URN of the user, whose sessions have ended @throws Refusal forbidden unless the token counts */
  reset(name: string, token: string, password: string): Promise<string>;
}

interface SignUpParts {
  readonly model: Model;
  readonly graph: Graph;
  readonly reader: EntityReader;
  readonly written: Writers['written'];
  readonly names: TakenNames;
  /** Why what these have made does not count any more. */
  ended(makers: Makers | undefined): Promise<string | undefined>;
  /** URN of the user that is named, by name or URN; undefined if there can be none. */
  userNamed(name: string): string | undefined;
  /** With what decides whether the user may come in. */
  rowOf(user: string | undefined): Promise<EntityRow | undefined>;
}

export function signUps({ model, graph, reader, written, names, ended, userNamed, rowOf }: SignUpParts): WithSender<SignUps> {
  const nameIn = (name: string | undefined, email: string): string => {
    const user = userNamed(name ?? email);
    const problem = user === undefined ? 'is no URN of a user' : nameProblem(user);
    if (user !== undefined && problem === undefined) return user;
    if (name === undefined) throw badParameter('/email', `a text that names the user, but it ${problem}`, email);
    throw badParameter('/userUrn', `the URN of a user, but the name ${problem}`, name);
  };
  return {
    async signUp(sender, { user: name, password, invitation, fullName, email, title }, as) {
      const found = await invitationOf(model, reader, invitation);
      if (!found || (await ended(found.makers)) !== undefined) throw noInvitation();
      const user = nameIn(name, email);
      for (const [field, text = ''] of Object.entries({ fullName, email, title })) {
        const wrong = shownNameProblem(text);
        if (wrong !== undefined) throw badParameter(`/${field}`, `a text that others can read, but it ${wrong}`, text);
      }
      const hashedPassword = await hashPassword(password, [lastPart(user), email]);
      const now = Date.now();
      const credentials: Credentials = { hashedPassword, changedAt: now };
      const info = { active: true, displayName: fullName, fullName, email, ...(title !== undefined && { title }) };
      const proposals = [
        { ...upsert(user, 'corpUserInfo', info), changeType: 'CREATE_ENTITY' as const },
        upsert(user, 'corpUserStatus', { status: 'ACTIVE', lastModified: { time: now, actor: user } }),
        upsert(user, 'origin', { type: 'NATIVE' }),
        ...(found.role === undefined ? [] : [upsert(user, 'roleMembership', { roles: [found.role] })]),
        credentialsMerge(user, (before) => before ?? credentials),
      ];
      // Two who take names that look alike do so one after the other.
      return inTurn(graph, async () => {
        const taken = await names.taken(user);
        if (taken && !(taken.by === 'tokens file' && taken.user === user && as === user)) throw userExists(user);
        await written(sender, { proposals, together: true, actor: user });
        return user;
      });
    },
    async reset(sender, name, token, password) {
      const user = userNamed(name);
      const row = await rowOf(user);
      const [hash, now] = [hashOf(token), Date.now()];
      if ((await ended(credentialsIn(row)?.passwordResetMakers)) !== undefined) throw noReset();
      const counts = (credentials: Credentials | undefined): boolean =>
        credentials?.passwordResetToken === hash && (credentials.passwordResetTokenExpirationTimeMillis ?? 0) > now;
      if (user === undefined || !isActive(row) || !counts(credentialsIn(row))) throw noReset();
      const hashed = await hashPassword(password, namesOf(user, row));
      const merge = credentialsMerge(user, (before) => (counts(before) ? withPassword(before, hashed, now) : undefined));
      const { items } = await written(sender, { proposals: [merge], together: true, actor: user });
      // Somebody else has used the link meanwhile.
      if (!items.some(isChanged)) throw noReset();
      return user;
    },
  };
}

/** By which others know somebody. */
function namesOf(user: string, row: EntityRow | undefined): string[] {
  const { email } = (jsonOf(row, USER_INFO) ?? {}) as { readonly email?: unknown };
  return [lastPart(user), ...(typeof email === 'string' ? [email] : [])];
}
