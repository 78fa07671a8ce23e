/**
 * Finds or makes the user whom an identity provider has authenticated, with the profile and the groups that the provider sends. From the first
 * sign-in on, the provider's own id identifies the user, even if the name changes; before, only the name does.
 */
import { urnsIn } from '../../access/index.ts';
import { COMMIT_TIME } from '../../commit-time.ts';
import { userNotKnown, userNotToBe, userSuspended, userTaken } from '../../errors.ts';
import type { EntityRow } from '../../graph/read.ts';
import { systemActor } from '../../model/named.ts';
import { userNameProblem, withoutUnseen } from '../../model/person-names.ts';
import type { Model } from '../../model/types.ts';
import { canonicalUrn, isProblem, parseUrn } from '../../model/urn.ts';
import { mergeOf, type RawProposal, upsert } from '../write/proposal.ts';
import type { WriteRequest, WriteResult } from '../write/write.ts';
import { CREDENTIALS, type Credentials, credentialsIn, credentialsMerge } from './credentials.ts';
import { jsonOf } from './json-of.ts';
import { keptByLast, type LastAdministratorParts } from './last-administrator.ts';
import { nameProblem, type TakenNames } from './names.ts';
import { isThere, MEMBERSHIPS } from './read-facts.ts';
import { idOf, RECORD, recordIn, recordMerge, recordUrn } from './sign-in-records.ts';
import { isActive, USER_ASPECTS } from './user-of.ts';

/** Somebody as the provider describes them. */
export interface ExternalPerson {
  /** The name of the provider, in the settings. */
  readonly provider: string;
  readonly issuer: string;
  /** What the provider calls them for ever, and the session there. */
  readonly subject: string;
  readonly session?: string | undefined;
  readonly name: string;
  readonly profile: Readonly<Record<'displayName' | 'fullName' | 'firstName' | 'lastName' | 'email' | 'picture', string | undefined>>;
  /** Names of groups. `unsaid`: the provider should say them, and does not. Undefined: it is not asked. */
  readonly groups: readonly string[] | 'unsaid' | undefined;
}

/** What the operator allows a provider. */
export interface ProviderTerms {
  /** Does a person whom the catalog does not know become a user? */
  readonly newUsers: boolean;
  readonly newGroups: boolean;
  /** Is the name enough to become a user who has a password, rights, or another identity? */
  readonly trustNames: boolean;
}

export interface RecognisedUser {
  readonly user: string;
  /** Id of the record of who it is there. */
  readonly subject: string;
  readonly ends: number;
  /** URNs of the groups that the provider gives. */
  readonly groups: readonly string[];
}

export interface ExternalParts extends LastAdministratorParts {
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>;
  userNamed(name: string): string | undefined;
  readonly names: TakenNames;
  write(request: WriteRequest): Promise<WriteResult>;
}

const DEFAULT_PICTURE = 'assets/platforms/default_avatar.png';

/**
 * @param as URN of the user of the present session: who has come in otherwise may add an identity
 * @throws Refusal forbidden unless they may come in
 */
export async function recogniseExternal(parts: ExternalParts, person: ExternalPerson, terms: ProviderTerms, as?: string): Promise<RecognisedUser> {
  const { model, reader } = parts;
  const subject = idOf('SUBJECT', person.issuer, person.subject);
  const urn = recordUrn(model, subject);
  const record = recordIn((await reader([urn], [RECORD])).get(urn));
  const named = parts.userNamed(person.name);
  const candidates = [record?.user, named].filter((each) => each !== undefined);
  const rows = await reader(candidates, [...USER_ASPECTS, ...MEMBERSHIPS]);
  const isLinked = (user: string | undefined): boolean =>
    user !== undefined && isThere(rows.get(user)) && (credentialsIn(rows.get(user))?.identities?.includes(subject) ?? false);
  const linked = isLinked(record?.user) ? record?.user : undefined;
  const user = linked ?? named;
  if (user === undefined || (linked === undefined && nameProblem(user) !== undefined)) throw userNotToBe(person.name, person.provider);
  const row = rows.get(user);
  if (linked === undefined) await refuseTaken(parts, person, terms, { user, row, as });
  // Somebody who is marked as removed does not come back by signing in.
  if (row?.exists && !isActive(row)) throw userSuspended(user);
  const said = await groupsOf(parts, person, terms);
  const lost = said.urns ? groupsBefore(model, row).filter((group) => !said.urns?.includes(group)) : [];
  const takes = terms.trustNames || as === user;
  const write = async () => {
    if (linked === undefined) await refuseTaken(parts, person, terms, { user, row, as });
    return writeUser(parts, person, { user, subject, said, lost, takes, linked: linked !== undefined });
  };
  // Two administrators who lose their groups at once are looked at one after the other, as are two who take names that look alike.
  const groups = await (lost.length > 0 || linked === undefined ? parts.inTurn(write) : write());
  return { user, subject, ends: record?.ends ?? 0, groups };
}

interface KnownUser {
  readonly user: string;
  readonly subject: string;
  readonly said: Groups;
  /** URNs of the groups that the provider does not give any more. */
  readonly lost: readonly string[];
  readonly takes: boolean;
  readonly linked: boolean;
}

/** @returns URNs of the groups of the user */
async function writeUser(parts: ExternalParts, person: ExternalPerson, known: KnownUser): Promise<readonly string[]> {
  const { user, subject, said, lost, takes, linked } = known;
  const urn = recordUrn(parts.model, subject);
  const kept = await keptByLast(parts, user, lost, said.urns ?? []);
  const groups = said.urns && [...said.urns, ...kept];
  const proposals = [
    ...profileOf(user, person),
    recordMerge(urn, (before) => ({ about: 'SUBJECT', issuer: person.issuer, subject: person.subject, user, ends: before?.ends ?? 0 })),
    credentialsMerge(user, (before) => linkedTo(before, subject, takes)),
    ...said.made.flatMap((group) => newGroup(group, person.provider)),
    ...(groups ? [upsert(user, 'groupMembership', { groups })] : []),
    signInOf(user, person, groups !== undefined && kept.length === 0),
  ];
  const { items } = await parts.write({ proposals, together: true, actor: systemActor(parts.model) });
  const written = items.flatMap((item) => ('written' in item ? item.written : []));
  // Somebody else has become this user meanwhile.
  if (!linked && !written.some(({ aspect, outcome }) => aspect.name === CREDENTIALS && outcome === 'changed')) throw userTaken(user, person.provider);
  return groups ?? [];
}

function groupsBefore(model: Model, row: EntityRow | undefined): string[] {
  return urnsIn(jsonOf(row, 'groupMembership'), 'groups', (text) => canonicalUrn(model, text));
}

/** @throws Refusal forbidden unless a name is enough to become this user */
async function refuseTaken(
  { names }: ExternalParts,
  { provider }: ExternalPerson,
  terms: ProviderTerms,
  { user, row, as }: { readonly user: string; readonly row: EntityRow | undefined; readonly as: string | undefined },
): Promise<void> {
  const taken = await names.taken(user);
  if (taken?.by === 'server' || taken?.by === 'service accounts') throw userTaken(user, provider);
  if (!isThere(row) && !terms.newUsers) throw userNotKnown(user, provider);
  // Somebody whom only the metadata names has nothing that one could take.
  if (taken === undefined || taken.by === 'catalog' || as === user) return;
  // Whom the operator calls so is the user of exactly this name.
  if (terms.trustNames && (taken.user === user || isThere(row))) return;
  throw userTaken(user, provider);
}

/** `takes`: also the credentials of somebody who has come in otherwise. */
function linkedTo(before: Credentials | undefined, subject: string, takes: boolean): Credentials | undefined {
  const { identities = [], ...credentials } = before ?? { hashedPassword: '', changedAt: 0 };
  if (identities.includes(subject) || (!takes && (credentials.hashedPassword !== '' || identities.length > 0))) return undefined;
  return { ...credentials, identities: [...identities, subject] };
}

interface Groups {
  /** Undefined: those of before stay. */
  readonly urns: readonly string[] | undefined;
  readonly made: readonly { readonly urn: string; readonly name: string }[];
}

/** The groups of a person: those that exist, and others if the operator wants them. */
async function groupsOf({ model, reader }: ExternalParts, { groups: said }: ExternalPerson, { newGroups }: ProviderTerms): Promise<Groups> {
  if (said === undefined || said === 'unsaid') return { urns: undefined, made: [] };
  const named = new Map<string, string>();
  for (const name of said) {
    const urn = parseUrn(model, `${model.names.urnPrefix}corpGroup:${name}`);
    // Inside other URNs these characters separate parts.
    if (!isProblem(urn) && urn.parts.length === 1 && !/[(),]/.test(name) && userNameProblem(name) === undefined) named.set(urn.text, name);
  }
  const rows = await reader([...named.keys()], ['corpGroupKey']);
  const isNew = (urn: string): boolean => rows.get(urn)?.exists !== true;
  const made = newGroups ? [...named].filter(([urn]) => isNew(urn)).map(([urn, name]) => ({ urn, name })) : [];
  return { urns: [...named.keys()].filter((urn) => newGroups || !isNew(urn)), made };
}

function newGroup({ urn, name }: Groups['made'][number], provider: string): RawProposal[] {
  return [
    upsert(urn, 'corpGroupInfo', { displayName: name, admins: [], members: [], groups: [] }),
    upsert(urn, 'origin', { type: 'EXTERNAL', externalType: provider }),
  ];
}

/** What the provider says of a user and the catalog does not have yet. */
function profileOf(user: string, { provider, profile: { picture, ...profile } }: ExternalPerson): RawProposal[] {
  const status = { status: 'ACTIVE', lastModified: { time: COMMIT_TIME, actor: user } };
  return [
    fill(user, 'corpUserInfo', (before) => filled(before ?? { active: true }, mapped(profile))),
    fill(user, 'corpUserEditableInfo', (before) =>
      picture === undefined || (before && before.pictureLink !== DEFAULT_PICTURE) ? before : { ...before, pictureLink: picture },
    ),
    fill(user, 'corpUserStatus', (before) => before ?? status),
    fill(user, 'origin', (before) => before ?? { type: 'EXTERNAL', externalType: provider }),
  ];
}

function mapped(said: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(said).map(([name, value]) => [name, value && withoutUnseen(value)]));
}

function filled(before: Readonly<Record<string, unknown>>, said: Readonly<Record<string, string | undefined>>): Record<string, unknown> {
  const empty = (name: string): boolean => before[name] === undefined || before[name] === '';
  return { ...before, ...Object.fromEntries(Object.entries(said).filter(([name, value]) => value !== undefined && empty(name))) };
}

function fill(
  entityUrn: string,
  aspectName: string,
  next: (before: Readonly<Record<string, unknown>> | undefined) => Readonly<Record<string, unknown>> | undefined,
): RawProposal {
  return mergeOf(entityUrn, aspectName, (before) => {
    const json = next(before);
    return JSON.stringify(json) === JSON.stringify(before) ? undefined : json;
  });
}

/** @param said has the provider said the groups that are written, if it is asked for them? */
function signInOf(user: string, { provider, groups }: ExternalPerson, said: boolean): RawProposal {
  return fill(user, 'corpUserSignIn', (before) => ({
    provider,
    at: COMMIT_TIME,
    ...(said ? { groupsAt: COMMIT_TIME } : before?.groupsAt !== undefined && { groupsAt: before.groupsAt }),
    groupsStale: groups === 'unsaid' || (groups !== undefined && !said),
  }));
}
