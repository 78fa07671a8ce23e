/**
 * Identifies users by tokens made at run time, and decides what policies allow them. Holders of an operator's token, and everybody on an open
 * server without a token, may do everything: no policy is asked.
 */
import { type Actor, may, type Policies, type Privilege, type Resource, scoped, sees } from '../../access/index.ts';
import { tokenWithoutUser, unknownToken } from '../../errors.ts';
import { type LogPlace, lifeOf } from '../../graph/commit-log.ts';
import { PROPERTY_SETTINGS, PROPERTY_TYPE, TAG_PROPERTIES, TAG_TYPE } from '../../model/known-names.ts';
import type { Facts, Look } from '../read/kept-facts.ts';
import { keptOfType } from '../read/kept-of-type.ts';
import { addColumnTags, sensitiveAmong } from './column-tags.ts';
import type { Operators } from './makers.ts';
import { actorFrom, actorsFrom, bareResource, decidingUrn, MEMBERSHIPS, readResources } from './read-facts.ts';
import { makePolicyReader, type PolicyParts } from './read-policies.ts';
import { type NotePolicy, type ReadRights, rightsReader } from './rights-reader.ts';
import { SESSION } from './token-info.ts';
import { isActive, type Principal, type SignedIn, USER_ASPECTS, userOf } from './user-of.ts';
import { makeViews, type Sensitive, type View } from './views.ts';

export interface AccessReader {
  /**
   * The user of a secret.
   *
   * @param reads the request only reads: if the last look knows the user, nothing is asked now, but `confirm` must be called before the answer goes out
   * @throws Refusal unauthorized if there is none, or if it does not count any more
   */
  signIn(secret: string, reads?: boolean): Promise<SignedIn>;
  /** Checks that a sign-in which was accepted from the last look still counts. @throws Refusal unauthorized if it has ended since */
  confirm(decided: Principal): Promise<void>;
  /** @throws Refusal unauthorized if this user may not come in any more */
  requireActive(user: string): Promise<void>;
  policies(): Promise<Policies>;
  actor(urn: string): Promise<Actor>;
  actors(urns: readonly string[]): Promise<readonly Actor[]>;
  resource(urn: string): Promise<Resource>;
  /** Those that exist, and bare ones of the others. `columns`: with the tags of their columns. */
  resources(urns: readonly string[], columns?: true): Promise<readonly Resource[]>;
  /** @throws Refusal forbidden unless policies grant the user a privilege of each list; `what` completes "may not" */
  require(decided: Principal, what: string, all: readonly (readonly Privilege[])[], noted?: NotePolicy): Promise<void>;
  /** @param now what is known, if it was looked at already @throws Refusal unauthorized, as `confirm` */
  view(decided: Principal, now?: Look): Promise<View>;
  readonly rights: ReadRights;
}

export interface AccessParts extends PolicyParts {
  /** Do policies decide what is read? If not, everybody reads everything. */
  readonly readPolicies: boolean;
  readonly facts: Facts;
  readonly operators: Operators | undefined;
}

/** @param used is told of each use of a token that is no session, with the last use that is stored (epoch ms) */
export function makeAccessReader(parts: AccessParts, used?: (token: string, before: number | undefined) => void): AccessReader {
  const { model, reader, facts, readPolicies, operators } = parts;
  const policies = makePolicyReader(parts);
  const properties = keptOfType(parts, PROPERTY_TYPE, PROPERTY_SETTINGS, sensitiveAmong);
  const tags = keptOfType(parts, TAG_TYPE, TAG_PROPERTIES, sensitiveAmong);
  /** Which tags are sensitive, in one text, and a commit since which they are. */
  let newest: { readonly name: string; readonly since: number } | undefined;
  const sensitive = async (head: LogPlace): Promise<Sensitive> => {
    const [ofProperties, ofTags] = await Promise.all([properties(head), tags(head)]);
    const name = [lifeOf(head), ...[...ofTags].sort()].join('\n');
    // A head that is read now is at least as new as what was read of the tags.
    const known = newest?.name === name ? newest : { name, since: (await facts.look()).head.seq };
    newest = known;
    return { properties: ofProperties, tags: ofTags, since: known.since };
  };
  const views = makeViews(parts);
  const actorAt = async ({ rows }: Look, urn: string): Promise<Actor> => actorFrom(model, rows, urn, (await rows([urn], MEMBERSHIPS)).get(urn));
  const actor = async (urn: string): Promise<Actor> => actorAt(await facts.look(), urn);
  const placeOf = ({ head }: Look): string => `${lifeOf(head)} ${head.seq}`;
  const confirmed = async (decided: Principal, look: Look): Promise<Look> => {
    const { session, ...before } = decided;
    const at = placeOf(look);
    if (!session || session.at === at) return look;
    session.at = undefined;
    const { info: _, ...now } = await userOf({ model, reader: look.rows, operators }, session.secret);
    if (JSON.stringify(now) !== JSON.stringify(before)) throw unknownToken();
    session.at = at;
    return look;
  };
  /** The first question after a sign-in is of the same request. */
  const lookFor = async (decided: Principal): Promise<Look> => {
    const { session } = decided;
    const look = session?.look;
    if (session) session.look = undefined;
    return look ?? confirmed(decided, await facts.look());
  };
  /** @param isKnown is the look one from before the request? */
  const signInBy = async (look: Look, secret: string, isKnown = false): Promise<SignedIn> => {
    const { info, ...known } = await userOf({ model, reader: look.rows, operators }, secret);
    if (info.type !== SESSION) used?.(known.token, info.lastUsedAt);
    return { ...known, session: { secret, at: isKnown ? undefined : placeOf(look), look } };
  };
  const decidingOf = (text: string): string => decidingUrn(model, text);
  const resources = (urns: readonly string[]): Promise<Map<string, Resource>> => readResources(model, reader, [...new Set(urns.map(decidingOf))]);
  const rights = rightsReader({
    ...{ model, reader, facts, readPolicies, resources, policies, actorAt, views, sensitive },
    look: (decided) => facts.look().then((look) => confirmed(decided, look)),
  });
  const viewAt = async (look: Look, { user, scope }: Principal): Promise<View> => {
    const [compiled, known] = await Promise.all([policies(look.head), actorAt(look, user)]);
    if (!readPolicies) return views.narrowed(compiled, known, scope);
    return views.viewOf(compiled, known, await sensitive(look.head), scope);
  };
  /** A cache: several questions of a request are about one place in the log. */
  const viewed = new WeakMap<Principal, { readonly head: LogPlace; readonly view: View }>();
  return {
    async signIn(secret, reads) {
      const look = reads && readPolicies ? facts.known() : undefined;
      // Who is not known may have come since.
      const known = look && (await signInBy(look, secret, true).catch(() => undefined));
      return known ?? signInBy(await facts.look(), secret);
    },
    confirm: async (decided) => {
      if (decided.session && decided.session.at === undefined) await confirmed(decided, await facts.look());
    },
    requireActive: async (user) => {
      if (!isActive((await reader([user], USER_ASPECTS)).get(user))) throw tokenWithoutUser(user);
    },
    policies: async () => policies((await facts.look()).head),
    actor,
    actors: (urns) => actorsFrom(model, reader, urns),
    resources: async (urns, columns) => {
      const found = await resources(urns);
      if (columns) await addColumnTags(model, reader, [...found.keys()], found);
      return [...found.values()];
    },
    resource: async (urn) => (await resources([urn])).get(decidingOf(urn)) ?? bareResource(model, urn),
    rights,
    view: async (decided, now) => {
      const look = now ? await confirmed(decided, now) : await lookFor(decided);
      const before = viewed.get(decided);
      if (before?.head === look.head) return before.view;
      const view = await viewAt(look, decided);
      viewed.set(decided, { head: look.head, view });
      return view;
    },
    require: async (decided, what, all, noted) => {
      const mine = await rights(decided, [], noted);
      for (const anyOf of all) mine.require(what, anyOf);
    },
  };
}

/** Does the sender, or who asks in another way, have one of these privileges? Who is not decided about has all. */
export async function mayDo(access: AccessReader, decided: Principal | undefined, anyOf: readonly Privilege[], on?: string): Promise<boolean> {
  if (!decided) return true;
  const [policies, actor, resource] = await Promise.all([
    access.policies(),
    access.actor(decided.user),
    on === undefined ? undefined : access.resource(on),
  ]);
  const within = scoped(decided.scope);
  if (within && !(resource && sees(within, resource))) return false;
  return may(policies, actor, anyOf, resource).may;
}
