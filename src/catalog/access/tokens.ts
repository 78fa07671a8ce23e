/**
 * Makes and withdraws tokens. The secret of a token is told once.
 */
import type { Privilege, Scope } from '../../access/index.ts';
import { badParameter, noSuchEntity, outgrowsToken } from '../../errors.ts';
import { urnFrom } from '../../model/named.ts';
import { canonicalUrn, lastPart } from '../../model/urn.ts';
import { credentialOf, type WithSender } from '../sender.ts';
import { type RawProposal, upsert } from '../write/proposal.ts';
import type { InvitationParts } from './invitations.ts';
import { jsonOf } from './json-of.ts';
import { allMakers, type Credential, untilOf } from './makers.ts';
import { isThere } from './read-facts.ts';
import { ACCOUNTS } from './service-accounts.ts';
import { recordUrn } from './sign-in-records.ts';
import { hashOf, isServiceAccount, newSecret, TOKEN_INFO, TOKEN_TYPE, type TokenInfo } from './token-info.ts';

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
export interface TokenCalls {
  /** @param by URN of the sender @throws Refusal forbidden; notFound for a user that does not exist */
  createToken(by: string, request: TokenRequest): Promise<{ readonly secret: string; readonly token: Token }>;
  /** @returns false if there is no such token @throws Refusal forbidden */
  revokeToken(by: string, id: string): Promise<boolean>;
  /** What is known of a secret that somebody holds, or of an id; undefined if there is no such token. */
  tokenOf(secret: string): Promise<Token | undefined>;
  token(id: string): Promise<Token | undefined>;
}

type TokenParts = Pick<InvitationParts, 'model' | 'reader' | 'written' | 'require' | 'toActAs'>;

const TOKENS: Privilege = 'MANAGE_ACCESS_TOKENS';
const MOST_NAME = 500;

export function tokenCalls({ model, reader, written, require, toActAs }: TokenParts): WithSender<TokenCalls> {
  const urnOf = (id: string): string => `${model.names.urnPrefix}${TOKEN_TYPE}:${id}`;
  const token = async (id: string): Promise<Token | undefined> => {
    if (!/^[\da-f]{64}$/.test(id)) return undefined;
    const urn = urnOf(id);
    const info = jsonOf((await reader([urn], [TOKEN_INFO])).get(urn), TOKEN_INFO) as TokenInfo | undefined;
    return info && { ...info, urn, id };
  };
  return {
    token: (_, id) => token(id),
    tokenOf: (_, secret) => token(hashOf(secret)),
    async createToken(sender, by, { type, user: named, name, description, ms, readOnly, scope = {} }) {
      const { text: user, type: of } = urnFrom(model, named);
      if (of.name !== 'corpuser') throw badParameter('/input/actorUrn', 'the URN of a user', named);
      if (name.trim() === '' || name.length > MOST_NAME) throw badParameter('/input/name', `a name of at most ${MOST_NAME} characters`, name);
      const service = isServiceAccount(user);
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
      if (!exists)
        await written(sender, {
          proposals: [upsert(user, 'corpUserInfo', { active: true, displayName: lastPart(user) })],
          together: true,
          actor: by,
        });
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
      await written(sender, { proposals: [upsert(urnOf(id), TOKEN_INFO, info)], together: true, actor: by });
      return { secret, token: { ...info, urn: urnOf(id), id } };
    },
    async revokeToken(sender, by, id) {
      const found = await token(id);
      if (!found) return false;
      const [user, owner] = [canonicalUrn(model, found.actorUrn), canonicalUrn(model, found.ownerUrn)];
      const service = isServiceAccount(user);
      if (user !== by && owner !== by) await require(sender, `revoke a token of ${user}`, [service ? [ACCOUNTS, TOKENS] : [TOKENS]]);
      // Whoever revokes the token of a program means the program.
      const grant = found.grant === undefined ? [] : [recordUrn(model, found.grant)];
      const proposals = [found.urn, ...grant].map((entityUrn): RawProposal => ({ entityUrn, changeType: 'DELETE' }));
      await written(sender, { proposals, together: true, actor: by });
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
