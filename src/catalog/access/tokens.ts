/**
 * Makes and withdraws tokens, and the service accounts that use them. The secret of a token is told once.
 */
import { may, POWERS, type Privilege, type Scope } from '../../access/index.ts';
import { badParameter, noSuchEntity, notForAnybody, operatorsName, outgrowsToken } from '../../errors.ts';
import type { EntityReader } from '../../graph/read.ts';
import { EDITABLE_SCHEMA_METADATA } from '../../model/known-names.ts';
import { urnFrom, userUrn } from '../../model/named.ts';
import type { Model } from '../../model/types.ts';
import { canonicalUrn, lastPart, type Urn } from '../../model/urn.ts';
import { credentialOf, type Sender, type Sent, type Writers } from '../sender.ts';
import { type RawProposal, upsert } from '../write/proposal.ts';
import { type AccessReader, mayDo } from './access.ts';
import { type InvitationCalls, type InvitationParts, invitationCalls } from './invitations.ts';
import { jsonOf } from './json-of.ts';
import { allMakers, type Credential, untilOf } from './makers.ts';
import type { TakenNames } from './names.ts';
import { isThere } from './read-facts.ts';
import { type RequestCalls, type RequestParts, requestCalls } from './requests.ts';
import { recordUrn } from './sign-in-records.ts';
import { hashOf, newSecret, SERVICE_PREFIX, TOKEN_INFO, TOKEN_TYPE, type TokenInfo } from './token-info.ts';

export interface TokenRequest {
  readonly type: 'PERSONAL' | 'SERVICE_ACCOUNT';
  /** URN of the user who acts with it. */
  readonly user: string;
  readonly name: string;
  readonly description?: string | undefined;
  /** How long it counts, ms; without an end if absent. */
  readonly ms?: number | undefined;
  readonly readOnly?: boolean | undefined;
  readonly scope?: Scope | undefined;
}

export interface Token extends TokenInfo {
  readonly urn: string;
  readonly id: string;
}

/** Answers for one entity that exists. */
export interface EntityRights {
  /** May some value of the aspect be written, or the entity be deleted? @param column path of the one that the value is about */
  allows(change: { readonly aspect: string; readonly erases?: boolean; readonly column?: string }): boolean;
  has(anyOf: readonly Privilege[]): boolean;
}

/** The calls of one sender. */
export interface AccessCalls extends InvitationCalls, RequestCalls {
  /** Has the sender one of these privileges? Also about one entity. */
  mayI(anyOf: readonly Privilege[], on?: string): Promise<boolean>;
  /** Does a policy that names the sender grant one of these privileges, on some entities at least? */
  mayISomewhere(anyOf: readonly Privilege[]): Promise<boolean>;
  /** What the sender may change of an entity; undefined for who may change everything. */
  rightsOver(urn: Urn): Promise<EntityRights | undefined>;
  /** @throws Refusal forbidden unless the sender has a privilege of each list */
  require(what: string, all: readonly (readonly Privilege[])[]): Promise<void>;
  /** @param by URN of the sender @throws Refusal forbidden; notFound for a user that does not exist */
  createToken(by: string, request: TokenRequest): Promise<{ readonly secret: string; readonly token: Token }>;
  /** @returns false if there is no such token @throws Refusal forbidden */
  revokeToken(by: string, id: string): Promise<boolean>;
  /** What is known of a secret that somebody holds, or of an id; undefined if there is no such token. */
  tokenOf(secret: string): Promise<Token | undefined>;
  token(id: string): Promise<Token | undefined>;
  /** @returns its URN @throws Refusal forbidden */
  createServiceAccount(by: string, name: string | undefined, description: string | undefined): Promise<string>;
  /** @returns false if there is no such account @throws Refusal forbidden */
  deleteServiceAccount(by: string, urn: string): Promise<boolean>;
}

export interface TokenParts {
  readonly model: Model;
  readonly reader: EntityReader;
  readonly access: AccessReader;
  readonly writers: Pick<Writers, 'written' | 'judged'>;
  readonly names: TakenNames;
  /** Why what these have made does not count any more. */
  ended: InvitationParts['ended'];
  /** All requests for access. */
  requests: RequestParts['all'];
}

export const SERVICE_ACCOUNT = 'SERVICE_ACCOUNT';
const ACCOUNTS: Privilege = 'MANAGE_SERVICE_ACCOUNTS';
const TOKENS: Privilege = 'MANAGE_ACCESS_TOKENS';
const MOST_NAME = 500;

export function accessCalls(parts: TokenParts): Sent<AccessCalls> {
  const { model, reader, access, writers } = parts;
  const has: Sent<AccessCalls>['mayI'] = ({ decided }, anyOf, on) => mayDo(access, decided, anyOf, on);
  const require: Sent<AccessCalls>['require'] = async ({ decided, observer }, what, all) => {
    if (decided) await access.require(decided, what, all, observer.allowed);
  };
  const urnOf = (id: string): string => `${model.names.urnPrefix}${TOKEN_TYPE}:${id}`;
  const write = async (sender: Sender, actor: string, proposals: readonly RawProposal[]): Promise<void> => {
    await writers.written(sender, { proposals, together: true, actor });
  };
  const token = async (id: string): Promise<Token | undefined> => {
    if (!/^[\da-f]{64}$/.test(id)) return undefined;
    const urn = urnOf(id);
    const info = jsonOf((await reader([urn], [TOKEN_INFO])).get(urn), TOKEN_INFO) as TokenInfo | undefined;
    return info && { ...info, urn, id };
  };
  const isAdministrator = (user: string): Promise<boolean> => mayDo(access, { user }, ['MANAGE_POLICIES']);
  /**
   * Who acts as this user may do more than the sender: only who manages policies decides about that. As an operator only operators act.
   *
   * @throws Refusal invalid
   */
  const toActAs = async ({ decided }: Sender, user: string): Promise<readonly (readonly Privilege[])[]> => {
    if (!decided || user === decided.user) return [];
    if (parts.names.isOperator(user)) throw operatorsName(user);
    return (await isMore(access, user, decided.user)) ? [['MANAGE_POLICIES']] : [];
  };
  return {
    ...requestCalls({ model, access, writers, all: parts.requests, mayManage: (sender) => has(sender, ['MANAGE_POLICIES']) }),
    ...invitationCalls({ model, reader, write, require, toActAs, ended: parts.ended }),
    mayI: has,
    mayISomewhere: async ({ decided }, anyOf) => !decided || (await access.rights(decided, [])).hasSomewhere(anyOf),
    rightsOver: async ({ decided }, urn) => {
      if (!decided) return undefined;
      const aspects = [urn.type.key, urn.type.aspects.get(EDITABLE_SCHEMA_METADATA)].filter((each) => each !== undefined);
      const rights = await access.rights(
        decided,
        aspects.map((aspect) => ({ urn, aspect, value: undefined, patch: undefined })),
      );
      const about = { urn: urn.text, type: urn.type.name, before: undefined, creates: false };
      return {
        allows: ({ aspect, erases = false, column }) => {
          const value = column === undefined ? {} : { editableSchemaFieldInfo: [{ fieldPath: column }] };
          return rights.allows({ ...about, aspect, erases, after: erases ? undefined : value });
        },
        has: (anyOf) => rights.has(anyOf, urn.text),
      };
    },
    require,
    token: (_, id) => token(id),
    tokenOf: (_, secret) => token(hashOf(secret)),
    async createToken(sender, by, { type, user: named, name, description, ms, readOnly, scope = {} }) {
      const { text: user, type: of } = urnFrom(model, named);
      if (of.name !== 'corpuser') throw badParameter('/input/actorUrn', 'the URN of a user', named);
      if (name.trim() === '' || name.length > MOST_NAME) throw badParameter('/input/name', `a name of at most ${MOST_NAME} characters`, name);
      const service = lastPart(user).startsWith(SERVICE_PREFIX);
      if (service !== (type === 'SERVICE_ACCOUNT'))
        throw badParameter(
          '/input/type',
          service ? 'SERVICE_ACCOUNT, because the user is a service account' : 'PERSONAL, because the user is no service account',
          type,
        );
      const { types, domains, tools } = scope;
      for (const domain of domains ?? [])
        if (urnFrom(model, domain).type.name !== 'domain') throw badParameter('/input/domains', 'URNs of domains', domain);
      const own: readonly Privilege[] = user === by ? ['GENERATE_PERSONAL_ACCESS_TOKENS'] : [];
      await require(sender, `make a token of ${user}`, [service ? [ACCOUNTS] : [...own, TOKENS], ...(await toActAs(sender, user))]);
      const exists = isThere((await reader([user], ['corpUserKey'])).get(user));
      if (!exists && user !== by) throw noSuchEntity(user);
      // Who has come in without being in the catalog enters it, so that the account can be suspended.
      if (!exists) await write(sender, by, [upsert(user, 'corpUserInfo', { active: true, displayName: lastPart(user) })]);
      const secret = newSecret();
      const [id, createdAt] = [hashOf(secret), Date.now()];
      const credential = credentialOf(sender);
      refuseLonger(by, credential, createdAt, ms);
      const makers = allMakers(credential.makers);
      const end = untilOf(credential, ms === undefined ? Number.POSITIVE_INFINITY : createdAt + ms);
      const info: TokenInfo = {
        name,
        type,
        actorUrn: user,
        ownerUrn: by,
        createdAt,
        ...(description !== undefined && { description }),
        ...(Number.isFinite(end) && { expiresAt: end }),
        ...(makers.length > 0 && { makers }),
        ...(readOnly && { readOnly }),
        ...(types && { types }),
        ...(domains && { domains }),
        ...(tools && { tools }),
      };
      await write(sender, by, [upsert(urnOf(id), TOKEN_INFO, info)]);
      return { secret, token: { ...info, urn: urnOf(id), id } };
    },
    async revokeToken(sender, by, id) {
      const found = await token(id);
      if (!found) return false;
      const [user, owner] = [canonicalUrn(model, found.actorUrn), canonicalUrn(model, found.ownerUrn)];
      const service = lastPart(user).startsWith(SERVICE_PREFIX);
      if (user !== by && owner !== by) await require(sender, `revoke a token of ${user}`, [service ? [ACCOUNTS, TOKENS] : [TOKENS]]);
      // Whoever revokes the token of a program means the program.
      const grant = found.grant === undefined ? [] : [recordUrn(model, found.grant)];
      await write(
        sender,
        by,
        [found.urn, ...grant].map((entityUrn) => ({ entityUrn, changeType: 'DELETE' })),
      );
      return true;
    },
    async createServiceAccount(sender, by, displayName, description) {
      await require(sender, 'make a service account', [[ACCOUNTS]]);
      const urn = userUrn(model, `${SERVICE_PREFIX}${crypto.randomUUID()}`);
      const info = { active: true, displayName: displayName ?? lastPart(urn), ...(description !== undefined && { title: description }) };
      await write(sender, by, [upsert(urn, 'corpUserInfo', info), upsert(urn, 'subTypes', { typeNames: [SERVICE_ACCOUNT] })]);
      return urn;
    },
    async deleteServiceAccount(sender, by, named) {
      const urn = canonicalUrn(model, named);
      await require(sender, `delete the service account ${urn}`, [[ACCOUNTS]]);
      if (!lastPart(urn).startsWith(SERVICE_PREFIX)) throw badParameter('/urn', 'the URN of a service account', named);
      if (sender.decided && urn === by) throw notForAnybody(by, `delete ${urn}`, 'nobody deletes oneself');
      if (!isThere((await reader([urn], ['corpUserKey'])).get(urn))) return false;
      if (await isAdministrator(urn)) await require(sender, `delete ${urn}, who manages policies`, [['MANAGE_POLICIES']]);
      await write(sender, by, [{ entityUrn: urn, changeType: 'DELETE' }]);
      return true;
    },
  };
}

const HOUR_MS = 3_600_000;

/**
 * Whoever asks for as long as the own token was made gets one until the end of that.
 *
 * @param ms undefined: without an end
 * @throws Refusal forbidden for a token that would outlive the one by which it is made
 */
function refuseLonger(by: string, { until, lifeMs }: Credential, now: number, ms = Number.POSITIVE_INFINITY): void {
  if (until === undefined || ms <= (lifeMs ?? until - now)) return;
  const hours = Math.floor((lifeMs ?? until - now) / HOUR_MS);
  const most = hours < 1 ? 'it makes no others' : `it makes others for at most ${hours} hour${hours === 1 ? '' : 's'}`;
  throw outgrowsToken(
    by,
    'make a longer token',
    `the own one ends at ${new Date(until).toISOString()}, so ${most}. Sign in to make one`,
    '/input/duration',
  );
}

/** Has the one user a role, or a right over people, policies, tokens or the server, that the other lacks? */
async function isMore(access: AccessReader, one: string, other: string): Promise<boolean> {
  const [policies, [first, second]] = await Promise.all([access.policies(), Promise.all([access.actor(one), access.actor(other)])]);
  return (
    [...first.roles].some((role) => !second.roles.has(role)) ||
    POWERS.some((each) => may(policies, first, [each]).may && !may(policies, second, [each]).may)
  );
}
