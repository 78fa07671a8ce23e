/**
 * Identifies users by tokens made at run time, and decides what policies allow them. Holders of an operator's token, and everybody on an open
 * server without a token, may do everything: no policy is asked.
 */
import {
  type Actor,
  makeRights,
  may,
  type Policies,
  type Privilege,
  type Resource,
  type Rights,
  scoped,
  seenWithin,
  sees,
} from '../../access/index.ts';
import { tokenWithoutUser, unknownToken } from '../../errors.ts';
import { type LogPlace, lifeOf } from '../../graph/commit-log.ts';
import { columnOf } from '../../model/column-urn.ts';
import {
  DOMAIN_PROPERTIES,
  DOMAINS,
  EDITABLE_SCHEMA_METADATA,
  PROPERTY_SETTINGS,
  PROPERTY_TYPE,
  SCHEMA_FIELD_TYPE,
  TAG_PROPERTIES,
  TAG_TYPE,
} from '../../model/known-names.ts';
import { isRecord } from '../../model/path.ts';
import type { Model } from '../../model/types.ts';
import { canonicalUrn } from '../../model/urn.ts';
import type { Facts, Look } from '../read/kept-facts.ts';
import { keptOfType } from '../read/kept-of-type.ts';
import type { Proposal } from '../write/proposal.ts';
import { columnChanges } from './column-changes.ts';
import { addColumnTags, sensitiveAmong } from './column-tags.ts';
import type { Operators } from './makers.ts';
import { actorFrom, actorsFrom, bareResource, decidingUrn, MEMBERSHIPS, ownersIn, readResources } from './read-facts.ts';
import { makePolicyReader, type PolicyParts } from './read-policies.ts';
import { SESSION } from './token-info.ts';
import { type Decided, isActive, type SignedIn, USER_ASPECTS, userOf } from './user-of.ts';
import { makeEyes, makeViewer } from './viewer.ts';
import { makeViews, type Sensitive, type View } from './views.ts';

/** Is told of each policy that has allowed something, by its URN. */
export type NotePolicy = (policy: string) => void;

export interface AccessReader {
  /**
   * The user of a secret.
   *
   * @param reads the request only reads: if the last look knows the user, nothing is asked now, but `confirm` must be called before the answer goes out
   * @throws Refusal unauthorized if there is none, or if it does not count any more
   */
  signIn(secret: string, reads?: boolean): Promise<SignedIn>;
  /** Looks whether a sign-in still counts: one by the last look that nothing has confirmed, or one that has been found to be over. @throws Refusal unauthorized */
  confirm(decided: Decided): Promise<void>;
  /** @throws Refusal unauthorized if this user may not come in any more */
  requireActive(user: string): Promise<void>;
  policies(): Promise<Policies>;
  actor(urn: string): Promise<Actor>;
  actors(urns: readonly string[]): Promise<readonly Actor[]>;
  resource(urn: string): Promise<Resource>;
  /** Those that exist, and bare ones of the others. `columns`: with the tags of their columns. */
  resources(urns: readonly string[], columns?: true): Promise<readonly Resource[]>;
  /** @throws Refusal forbidden unless policies grant the user a privilege of each list; `what` completes "may not" */
  require(decided: Decided, what: string, all: readonly (readonly Privilege[])[], noted?: NotePolicy): Promise<void>;
  /** @param now what is known, if it was looked at already @throws Refusal unauthorized, as `confirm` */
  view(decided: Decided, now?: Look): Promise<View>;
  /** The rights of a user over what these proposals change. */
  rights(decided: Decided, proposals: readonly Pick<Proposal, 'urn' | 'aspect' | 'value' | 'patch'>[], noted?: NotePolicy): Promise<Rights>;
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
  const canonical = (text: string): string => canonicalUrn(model, text);
  const { sightOf, viewOf, narrowed } = makeViews(parts);
  const signedIn = new WeakMap<Decided, Look>();
  const actorAt = async ({ rows }: Look, urn: string): Promise<Actor> => actorFrom(model, rows, urn, (await rows([urn], MEMBERSHIPS)).get(urn));
  const actor = async (urn: string): Promise<Actor> => actorAt(await facts.look(), urn);
  /** By which secret somebody came in, and the commit by which that counted; none if by what was known before the request, or if it is over. */
  const cameIn = new WeakMap<Decided, { readonly secret: string; readonly at: string | undefined }>();
  const placeOf = ({ head }: Look): string => `${lifeOf(head)} ${head.seq}`;
  const confirmed = async (decided: Decided, look: Look): Promise<Look> => {
    const own = cameIn.get(decided);
    const at = placeOf(look);
    if (!own || own.at === at) return look;
    cameIn.set(decided, { ...own, at: undefined });
    const { info: _, ...now } = await userOf({ model, reader: look.rows, operators }, own.secret);
    if (JSON.stringify(now) !== JSON.stringify(decided)) throw unknownToken();
    cameIn.set(decided, { ...own, at });
    return look;
  };
  /** The first question after a sign-in is of the same request. */
  const lookFor = async (decided: Decided): Promise<Look> => {
    const look = signedIn.get(decided);
    signedIn.delete(decided);
    return look ?? confirmed(decided, await facts.look());
  };
  const signInBy = async (look: Look, secret: string): Promise<SignedIn> => {
    const { info, ...known } = await userOf({ model, reader: look.rows, operators }, secret);
    if (info.type !== SESSION) used?.(known.token, info.lastUsedAt);
    signedIn.set(known, look);
    cameIn.set(known, { secret, at: placeOf(look) });
    return known;
  };
  const decidingOf = (text: string): string => decidingUrn(model, text);
  const resources = (urns: readonly string[]): Promise<Map<string, Resource>> => readResources(model, reader, [...new Set(urns.map(decidingOf))]);
  const rights: AccessReader['rights'] = async (decided, proposals, noted) => {
    const { user, scope } = decided;
    // Who changes rights may lose the own ones.
    const own = proposals.some(isAboutRights) ? [user] : [];
    const named = [...own, ...proposals.flatMap((each) => [each.urn.text, ...alsoNamed(model, each)])];
    const now = facts.look().then((look) => confirmed(decided, look));
    const [known, found, compiled] = await Promise.all([
      now.then((look) => actorAt(look, user)),
      resources(named),
      now.then(({ head }) => policies(head)),
    ]);
    // Whoever is taken out of a group is named by what is stored only.
    const left = [...found.values()].flatMap(({ groups }) => groups).filter((group) => !found.has(group));
    const more = left.length > 0 && proposals.some(isAboutRights) ? await resources(left) : new Map<string, Resource>();
    if (compiled.all.some(({ narrowed }) => narrowed?.columnTags))
      await addColumnTags(
        model,
        reader,
        proposals.filter(isAboutColumns).map(({ urn }) => decidingOf(urn.text)),
        found,
      );
    const columns = readPolicies ? viewOf(compiled, known, await sensitive((await now).head), scope).columns : undefined;
    const unseen = columns && (await columnChanges({ model, reader }, columns, proposals));
    const sight = seenWithin(readPolicies ? sightOf(compiled, known) : undefined, scope, known);
    return makeRights({
      ...unseen,
      actor: known,
      policies: compiled,
      edited: model.parts,
      sight,
      eyes: sight && makeEyes(makeViewer({ model, facts }, user, sight, columns)),
      within: scoped(scope),
      canonical,
      resource: (urn) => found.get(decidingOf(urn)) ?? more.get(urn),
      bare: (urn) => bareResource(model, decidingOf(urn)),
      ownersIn: (value) => ownersIn(model, value),
      columnIn: (urn) => columnOf(model, urn)?.path,
      decided: noted,
    });
  };
  const viewAt = async (look: Look, { user, scope }: Decided): Promise<View> => {
    const [compiled, known] = await Promise.all([policies(look.head), actorAt(look, user)]);
    if (!readPolicies) return narrowed(compiled, known, scope);
    return viewOf(compiled, known, await sensitive(look.head), scope);
  };
  /** Several questions of a request are about one place in the log. */
  const viewed = new WeakMap<Decided, { readonly head: LogPlace; readonly view: View }>();
  return {
    async signIn(secret, reads) {
      const look = reads && readPolicies ? facts.known() : undefined;
      // Who is not known may have come since.
      const known = look && (await signInBy(look, secret).catch(() => undefined));
      if (!known) return signInBy(await facts.look(), secret);
      cameIn.set(known, { secret, at: undefined });
      return known;
    },
    confirm: async (decided) => {
      if (cameIn.has(decided) && cameIn.get(decided)?.at === undefined) await confirmed(decided, await facts.look());
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
export async function mayDo(access: AccessReader, decided: Decided | undefined, anyOf: readonly Privilege[], on?: string): Promise<boolean> {
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

function isMembership({ aspect }: Pick<Proposal, 'aspect'>): boolean {
  return MEMBERSHIPS.includes(aspect.name);
}

const RIGHTS_TYPES = new Set(['corpuser', 'corpGroup', 'dataHubPolicy']);

function isAboutRights({ urn }: Pick<Proposal, 'urn'>): boolean {
  return RIGHTS_TYPES.has(urn.type.name);
}

function isAboutColumns({ urn, aspect }: Pick<Proposal, 'urn' | 'aspect'>): boolean {
  return urn.type.name === SCHEMA_FIELD_TYPE || aspect.name === EDITABLE_SCHEMA_METADATA;
}

/** The groups and the domains that decide about a proposal of memberships or of domains, in a value or in a patch. */
function alsoNamed(model: Model, proposal: Pick<Proposal, 'urn' | 'aspect' | 'value' | 'patch'>): string[] {
  const inDomains = proposal.aspect.name === DOMAINS || proposal.aspect.name === DOMAIN_PROPERTIES;
  if (!inDomains && !isMembership(proposal)) return [];
  const found: string[] = [];
  const prefix = `${model.names.urnPrefix}${inDomains ? 'domain' : 'corpgroup'}:`;
  const look = (value: unknown): void => {
    if (typeof value === 'string') {
      if (value.toLowerCase().startsWith(prefix.toLowerCase())) found.push(canonicalUrn(model, value));
    } else if (Array.isArray(value)) value.forEach(look);
    else if (isRecord(value)) Object.values(value).forEach(look);
  };
  look(proposal.value?.json);
  look(proposal.patch);
  return found;
}
