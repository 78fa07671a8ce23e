/**
 * The calls about people, tokens and rights, together.
 */
import { may, POWERS, type Privilege } from '../../access/index.ts';
import { operatorsName } from '../../errors.ts';
import type { EntityReader } from '../../graph/read.ts';
import type { Model } from '../../model/types.ts';
import type { Sender, WithSender, Writers } from '../sender.ts';
import type { AccessReader } from './access.ts';
import { type InvitationCalls, type InvitationParts, invitationCalls } from './invitations.ts';
import type { TakenNames } from './names.ts';
import { type OwnRights, ownRights } from './own-rights.ts';
import { type RequestCalls, type RequestParts, requestCalls } from './requests.ts';
import { type ServiceAccounts, serviceAccounts } from './service-accounts.ts';
import { type TokenCalls, tokenCalls } from './tokens.ts';

export interface AccessCalls extends OwnRights, TokenCalls, ServiceAccounts, InvitationCalls, RequestCalls {}

export interface AccessCallsParts {
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

export function accessCalls({ model, reader, access, writers, names, ended, requests }: AccessCallsParts): WithSender<AccessCalls> {
  const own = ownRights(access);
  /**
   * Who acts as this user may do more than the sender: only who manages policies decides about that. As an operator only operators act.
   *
   * @throws Refusal invalid
   */
  const toActAs = async ({ decided }: Sender, user: string): Promise<readonly (readonly Privilege[])[]> => {
    if (!decided || user === decided.user) return [];
    if (names.isOperator(user)) throw operatorsName(user);
    return (await isMore(access, user, decided.user)) ? [['MANAGE_POLICIES']] : [];
  };
  const known = { model, reader, access, written: writers.written, require: own.require, toActAs };
  return {
    ...own,
    ...tokenCalls(known),
    ...serviceAccounts(known),
    ...invitationCalls({ ...known, ended }),
    ...requestCalls({ model, access, writers, all: requests, mayManage: (sender) => own.mayI(sender, ['MANAGE_POLICIES']) }),
  };
}

/** Has the one user a role, or a right over people, policies, tokens or the server, that the other lacks? */
async function isMore(access: AccessReader, one: string, other: string): Promise<boolean> {
  const [policies, [first, second]] = await Promise.all([access.policies(), Promise.all([access.actor(one), access.actor(other)])]);
  return (
    [...first.roles].some((role) => !second.roles.has(role)) ||
    POWERS.some((each) => may(policies, first, [each]).may && !may(policies, second, [each]).may)
  );
}
