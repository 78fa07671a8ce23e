/**
 * Grants to programs that act for a user who has allowed it in the browser (OAuth 2.1: a code with PKCE, renewed tokens). A program on the
 * user's computer has no secret, so nothing is stored about it before the user allows something.
 */
import { createHash, randomBytes } from 'node:crypto';
import { outgrowsToken } from '../../errors.ts';
import type { EntityReader } from '../../graph/read.ts';
import type { Model } from '../../model/types.ts';
import { canonicalUrn } from '../../model/urn.ts';
import type { Sender, WithSender, Writers } from '../sender.ts';
import { type RawProposal, upsert } from '../write/proposal.ts';
import { jsonOf } from './json-of.ts';
import type { Credential, Makers } from './makers.ts';
import { RECORD, recordIn, recordMerge, recordUrn, type SignInRecord } from './sign-in-records.ts';
import { hashOf, newSecret, OAUTH, TOKEN_INFO, TOKEN_TYPE, type TokenInfo } from './token-info.ts';
import { isActive, USER_ASPECTS } from './user-of.ts';

export interface ProgramGrant {
  /** The id of the program, and the name that it gives itself. */
  readonly client: string;
  readonly name: string;
  readonly redirect: string;
  /** The SHA-256, in base64url, of what it will prove. */
  readonly challenge: string;
}

export interface ProgramTokens {
  readonly user: string;
  readonly access: string;
  readonly refresh: string;
  /** How long `access` counts, ms. */
  readonly ms: number;
}

export interface ProgramGrants {
  /**
   * @param by by what the user has come in
   * @returns the code with which the program asks for tokens @throws Refusal forbidden to a token: only a person lets a program in
   */
  allow(user: string, by: Credential, grant: ProgramGrant): Promise<string>;
  /**
   * Tokens for a code; undefined if it does not count: unknown, used, too old, or of another program. A code or refresh token that comes twice is in
   * two hands (RFC 9700 4.14): then all tokens of the grant end.
   */
  redeem(code: string, proof: { readonly client: string; readonly redirect: string; readonly verifier: string }): Promise<ProgramTokens | undefined>;
  /** The next tokens, in place of those of before; undefined if they do not count any more, or somebody has revoked them. */
  renew(refresh: string, client: string): Promise<ProgramTokens | undefined>;
}

export interface GrantParts {
  readonly model: Model;
  readonly reader: EntityReader;
  readonly written: Writers['written'];
}

const CODE_MS = 60_000;
const ACCESS_MS = 3_600_000;
const REFRESH_MS = 30 * 24 * 3_600_000;

export function programGrants({ model, reader, written }: GrantParts): WithSender<ProgramGrants> {
  const tokenUrn = (id: string): string => `${model.names.urnPrefix}${TOKEN_TYPE}:${id}`;
  const read = async (secret: string): Promise<{ urn: string; record: SignInRecord | undefined; user: string }> => {
    const urn = recordUrn(model, hashOf(secret));
    const record = recordIn((await reader([urn], [RECORD])).get(urn));
    return { urn, record, user: canonicalUrn(model, record?.user ?? '') };
  };
  const isActiveUser = async (user: string): Promise<boolean> => isActive((await reader([user], USER_ASPECTS)).get(user));
  const grantOf = (user: string, makers: Makers | undefined): SignInRecord => ({
    ...{ about: 'GRANT', user, until: Date.now() + REFRESH_MS },
    ...(makers && makers.length > 0 && { makers }),
  });
  /** Ends all tokens of a grant: whoever looks finds no record of it. */
  const endGrant = async (sender: Sender, user: string, grant: string | undefined): Promise<undefined> => {
    if (grant !== undefined)
      await written(sender, { proposals: [{ entityUrn: recordUrn(model, grant), changeType: 'DELETE' }], together: true, actor: user });
    return undefined;
  };
  const readGrant = async ({ grant }: SignInRecord): Promise<SignInRecord | undefined> => {
    if (grant === undefined) return undefined;
    const urn = recordUrn(model, grant);
    return recordIn((await reader([urn], [RECORD])).get(urn));
  };
  /** Uses up the record, and makes tokens. Where somebody else has used it before, the grant ends. */
  const issue = async (sender: Sender, from: FoundGrant, more: readonly RawProposal[]): Promise<ProgramTokens | undefined> => {
    const { urn, record, user } = from;
    const now = Date.now();
    const [access, refresh] = [secretUntil(now + ACCESS_MS), newSecret()];
    const { client = '', name = '' } = record;
    // Refresh tokens of before there were grants begin one.
    const grant = record.grant ?? randomBytes(32).toString('hex');
    // It is kept as long as tokens of it may count: otherwise nobody would notice that it comes again.
    const used = recordMerge(urn, (before) =>
      isOpen(before, record.about) && !before.used ? { ...before, used: true, until: now + REFRESH_MS } : undefined,
    );
    const { items } = await written(sender, { proposals: [used], together: true, actor: user });
    if (!items.some((item) => 'written' in item && item.written.some(({ outcome }) => outcome === 'changed'))) return endGrant(sender, user, grant);
    const granted = await readGrant(record);
    if (record.grant !== undefined && !granted) return undefined;
    const { makers } = granted ?? {};
    const info: TokenInfo = {
      ...{ name, type: OAUTH, actorUrn: user, ownerUrn: user, createdAt: now, expiresAt: now + ACCESS_MS, grant },
      ...(makers && { makers }),
    };
    const next: SignInRecord = { about: 'REFRESH', user, client, name, grant, token: hashOf(access), until: now + REFRESH_MS };
    const proposals: RawProposal[] = [
      upsert(tokenUrn(hashOf(access)), TOKEN_INFO, info),
      recordMerge(recordUrn(model, hashOf(refresh)), () => next),
      recordMerge(recordUrn(model, grant), (before) => (before || record.grant === undefined ? grantOf(user, makers) : undefined)),
      ...more,
    ];
    await written(sender, { proposals, together: true, actor: user });
    return { user, access, refresh, ms: ACCESS_MS };
  };
  return {
    async allow(sender, user, { kind, makers }, { client, name, redirect, challenge }) {
      if (kind !== 'person')
        throw outgrowsToken(user, `let ${name} act for the user`, 'only a person who has signed in lets a program in. Open the page in a browser');
      const code = randomBytes(32).toString('base64url');
      const until = Date.now() + CODE_MS;
      const grant = randomBytes(32).toString('hex');
      const record: SignInRecord = { about: 'CODE', user, client, name, redirect, challenge, grant, until };
      const proposals = [
        recordMerge(recordUrn(model, hashOf(code)), () => record),
        recordMerge(recordUrn(model, grant), () => grantOf(user, makers)),
      ];
      await written(sender, { proposals, together: true, actor: user });
      return code;
    },
    async redeem(sender, code, { client, redirect, verifier }) {
      const found = await read(code);
      const { record, user } = found;
      const proved = createHash('sha256').update(verifier).digest('base64url');
      if (!isOpen(record, 'CODE') || record.client !== client || record.redirect !== redirect || record.challenge !== proved) return undefined;
      if (record.used) return endGrant(sender, user, record.grant);
      return (await isActiveUser(user)) ? issue(sender, { ...found, record }, []) : undefined;
    },
    async renew(sender, refresh, client) {
      const found = await read(refresh);
      const { record, user } = found;
      if (!isOpen(record, 'REFRESH') || record.client !== client) return undefined;
      if (record.used) return endGrant(sender, user, record.grant);
      const before = tokenUrn(record.token ?? '');
      // Whoever has revoked the token has meant the program.
      const isRevoked = jsonOf((await reader([before], [TOKEN_INFO])).get(before), TOKEN_INFO) === undefined;
      if (isRevoked || !(await isActiveUser(user))) return undefined;
      return issue(sender, { ...found, record }, [{ entityUrn: before, changeType: 'DELETE' }]);
    },
  };
}

interface FoundGrant {
  readonly urn: string;
  readonly record: SignInRecord;
  readonly user: string;
}

function isOpen(record: SignInRecord | undefined, about: SignInRecord['about']): record is SignInRecord {
  return record?.about === about && (record.until ?? 0) > Date.now();
}

/** Clients that read a token as a JWT find its end in the middle, and so know when to ask for the next. */
function secretUntil(end: number): string {
  return `${newSecret()}.${Buffer.from(JSON.stringify({ exp: Math.floor(end / 1_000) })).toString('base64url')}`;
}
