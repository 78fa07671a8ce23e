/**
 * People ask for a privilege, and who manages policies grants it, until a day, or declines. A request is gone after some weeks, decided or not.
 */
import { isOfPlatform, isPrivilege, may, type Privilege } from '../../access/index.ts';
import { COMMIT_TIME } from '../../commit-time.ts';
import { badParameter, noSuchEntity, notForAnybody, tooMany } from '../../errors.ts';
import { urnFrom } from '../../model/named.ts';
import { isRecord } from '../../model/path.ts';
import type { Model } from '../../model/types.ts';
import type { Sender, WithSender, Writers } from '../sender.ts';
import { decideOnce, decisionOf, type News, newsIn, requireOpen } from '../write/decision.ts';
import { type RawProposal, upsert } from '../write/proposal.ts';
import type { AccessReader } from './access.ts';
import { bareResource } from './read-facts.ts';
import { POLICY_INFO, POLICY_TYPE } from './read-policies.ts';
import { hashOf } from './token-info.ts';

export const REQUEST_TYPE = 'accessRequest';
export const REQUEST_INFO = 'accessRequestInfo';
/** What is decided about, in a refusal. */
const OPEN_REQUEST = { aspect: REQUEST_INFO, what: 'a request' } as const;

export interface AccessRequest {
  readonly urn: string;
  /** URN of who asks. */
  readonly user: string;
  readonly privilege: string;
  /** URN of the entity; undefined for what is about the whole catalog. */
  readonly resource?: string | undefined;
  readonly reason?: string | undefined;
  readonly state: 'OPEN' | 'GRANTED' | 'DECLINED';
  /** Epoch ms, as are the other times. */
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly decidedBy?: string | undefined;
  readonly decidedAt?: number | undefined;
  readonly note?: string | undefined;
  /** URN of the policy that grants it. */
  readonly policy?: string | undefined;
}

export interface RequestedAccess {
  readonly privilege: string;
  readonly resource?: string | undefined;
  readonly reason?: string | undefined;
}

export interface Decision {
  readonly urn: string;
  readonly grant: boolean;
  /** When the grant ends, epoch ms; undefined: in 30 days. */
  readonly until?: number | undefined;
  readonly note?: string | undefined;
}

export interface RequestCalls {
  /**
   * Asks; a request for the same that is open already is replaced.
   *
   * @param sees what is not seen is asked for as what does not exist @throws Refusal malformed
   */
  ask(by: string, asked: RequestedAccess, sees?: (urn: string) => Promise<boolean>): Promise<AccessRequest>;
  /** The sender's own requests, and those that the sender may decide: the newest first. */
  requests(by: string): Promise<{ readonly mine: readonly AccessRequest[]; readonly toDecide: readonly AccessRequest[] }>;
  /** Who asks may decline, too: it withdraws the request. @throws Refusal forbidden, notFound */
  decide(by: string, decision: Decision): Promise<AccessRequest>;
  /** For the core itself, whoever may decide them: what has come or been decided since a time, epoch ms. */
  requestNews(since: number): Promise<readonly News[]>;
}

export interface RequestParts {
  readonly model: Model;
  readonly access: AccessReader;
  /** All requests of the store, by URN. */
  all(): Promise<ReadonlyMap<string, AccessRequest>>;
  readonly writers: Pick<Writers, 'written' | 'judged'>;
  mayManage(sender: Sender): Promise<boolean>;
}

const DAY = 24 * 3_600_000;
/** How long a request is kept, and a grant lasts if nobody says so. */
const KEPT_MS = 30 * DAY;
/** Of one user, and of the store. */
const [MOST_OF_USER, MOST] = [20, 2_000];
const MOST_CHARACTERS = 1_000;

export function requestCalls(parts: RequestParts): WithSender<RequestCalls> {
  const { model, access, writers } = parts;
  const current = async (): Promise<AccessRequest[]> => {
    const now = Date.now();
    return [...(await parts.all()).values()].filter(({ expiresAt }) => expiresAt > now).sort((one, other) => other.createdAt - one.createdAt);
  };
  /** With the times of the commit. */
  const asStored = async (written: AccessRequest): Promise<AccessRequest> => (await parts.all()).get(written.urn) ?? written;
  const save = async (sender: Sender, by: string, { urn, ...info }: AccessRequest): Promise<AccessRequest> => {
    await writers.written(sender, { proposals: [upsert(urn, REQUEST_INFO, { ...info, createdAt: COMMIT_TIME })], together: true, actor: by });
    return asStored({ urn, ...info });
  };
  return {
    requestNews: async (_, since) => newsIn((await parts.all()).values(), since),
    async ask(sender, by, { privilege, resource: named, reason }, sees = async () => true) {
      if (!isPrivilege(privilege)) throw badParameter('/input/privilege', 'a privilege that policies grant', privilege);
      if ((reason?.length ?? 0) > MOST_CHARACTERS) throw badParameter('/input/reason', `at most ${MOST_CHARACTERS} characters`, reason);
      const platform = isOfPlatform(privilege);
      if (!platform && named === undefined) throw badParameter('/input/resource', 'the URN of an entity', named);
      // Whether there is such an entity is not told: it may be hidden, or be made.
      const resource = platform || named === undefined ? undefined : urnFrom(model, named).text;
      const [policies, actor, about] = await Promise.all([
        access.policies(),
        access.actor(by),
        resource === undefined ? undefined : (await sees(resource)) ? access.resource(resource) : bareResource(model, resource),
      ]);
      if (may(policies, actor, [privilege], about).may) throw badParameter('/input/privilege', 'a privilege that you lack', privilege);
      const urn = urnOf(model, by, privilege, resource);
      const others = (await current()).filter((each) => each.urn !== urn);
      const mine = others.filter(({ user, state }) => user === by && state === 'OPEN');
      if (mine.length >= MOST_OF_USER) throw tooMany('/input', `${MOST_OF_USER} open requests of a user`, mine.length + 1);
      if (others.length >= MOST) throw tooMany('/input', `${MOST} requests`, others.length + 1);
      const now = Date.now();
      return save(sender, by, { urn, user: by, privilege, resource, reason, state: 'OPEN', createdAt: now, expiresAt: now + KEPT_MS });
    },
    async requests(sender, by) {
      const [all, manages] = await Promise.all([current(), parts.mayManage(sender)]);
      const open = manages ? all.filter(({ user, state }) => user !== by && state === 'OPEN') : [];
      return { mine: all.filter(({ user }) => user === by), toDecide: open };
    },
    async decide(sender, by, { urn: named, grant, until, note }) {
      const urn = urnFrom(model, named).text;
      const request = (await current()).find((each) => each.urn === urn);
      const manages = await parts.mayManage(sender);
      // Whether there is such a request is nobody else's business.
      if (!request || (!manages && request.user !== by)) throw noSuchEntity(urn);
      requireOpen(OPEN_REQUEST, request.state);
      if ((note?.length ?? 0) > MOST_CHARACTERS) throw badParameter('/input/note', `at most ${MOST_CHARACTERS} characters`, note);
      const now = Date.now();
      const settle = async (decided: Pick<AccessRequest, 'state' | 'expiresAt' | 'policy'>, policy?: RawProposal): Promise<AccessRequest> => {
        const said = { ...decided, decidedBy: by, decidedAt: now, ...(note !== undefined && { note }) };
        const decision = decisionOf({ urn, ...OPEN_REQUEST }, { ...said, decidedAt: COMMIT_TIME });
        const batch = { together: true, actor: by };
        const write = async (): Promise<unknown> =>
          policy ? writers.judged(sender, { ...batch, proposals: [policy, decision] }) : writers.written(sender, { ...batch, proposals: [decision] });
        await decideOnce(OPEN_REQUEST, write, async () => (await parts.all()).get(urn)?.state);
        return asStored({ ...request, ...said });
      };
      if (!grant) return settle({ state: 'DECLINED', expiresAt: request.expiresAt });
      const what = `grant ${request.privilege} to ${request.user}`;
      if (request.user === by) throw notForAnybody(by, what, 'nobody grants what one has asked for');
      const end = until ?? now + KEPT_MS;
      if (end <= now) throw badParameter('/input/until', 'a time to come, in milliseconds since 1970', until);
      const policy = `${model.names.urnPrefix}${POLICY_TYPE}:${urn.split(':').at(-1)}-${request.createdAt}`;
      return settle({ state: 'GRANTED', policy, expiresAt: end }, upsert(policy, POLICY_INFO, policyOf(request, end)));
    },
  };
}

/** The requests of the store, from the JSON of their aspects. */
export function requestsIn(found: readonly (readonly [urn: string, json: unknown])[]): ReadonlyMap<string, AccessRequest> {
  return new Map(found.flatMap(([urn, json]) => (isRecord(json) ? [[urn, { ...json, urn } as unknown as AccessRequest] as const] : [])));
}

function policyOf({ user, privilege, resource, reason }: AccessRequest, expiresAt: number): object {
  const criteria = resource === undefined ? undefined : [{ field: 'URN', values: [resource], condition: 'EQUALS' }];
  return {
    displayName: `Asked for: ${privilege}`,
    description: `Granted because ${user} has asked for it`,
    type: isOfPlatform(privilege as Privilege) ? 'PLATFORM' : 'METADATA',
    state: 'ACTIVE',
    privileges: [privilege],
    actors: { users: [user], groups: [], roles: [], allUsers: false, allGroups: false, resourceOwners: false },
    ...(criteria && { resources: { filter: { criteria } } }),
    editable: true,
    expiresAt,
    ...(reason !== undefined && { reason }),
  };
}

function urnOf({ names }: Model, user: string, privilege: string, resource = ''): string {
  return `${names.urnPrefix}${REQUEST_TYPE}:${hashOf(JSON.stringify([user, privilege, resource]))}`;
}
