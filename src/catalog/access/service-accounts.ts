/**
 * Makes and deletes service accounts.
 */
import type { Privilege } from '../../access/index.ts';
import { badParameter, notForAnybody } from '../../errors.ts';
import type { EntityReader } from '../../graph/read.ts';
import { userUrn } from '../../model/named.ts';
import type { Model } from '../../model/types.ts';
import { canonicalUrn, lastPart } from '../../model/urn.ts';
import type { WithSender, Writers } from '../sender.ts';
import { upsert } from '../write/proposal.ts';
import { type AccessReader, mayDo } from './access.ts';
import type { OwnRights } from './own-rights.ts';
import { isThere } from './read-facts.ts';
import { isServiceAccount, SERVICE_PREFIX } from './token-info.ts';

export interface ServiceAccounts {
  /** @returns its URN @throws Refusal forbidden */
  createServiceAccount(by: string, name: string | undefined, description: string | undefined): Promise<string>;
  /** @returns false if there is no such account @throws Refusal forbidden */
  deleteServiceAccount(by: string, urn: string): Promise<boolean>;
}

interface AccountParts {
  readonly model: Model;
  readonly reader: EntityReader;
  readonly access: AccessReader;
  readonly written: Writers['written'];
  readonly require: WithSender<OwnRights>['require'];
}

export const SERVICE_ACCOUNT = 'SERVICE_ACCOUNT';
/** Decides about service accounts and their tokens. */
export const ACCOUNTS: Privilege = 'MANAGE_SERVICE_ACCOUNTS';

export function serviceAccounts({ model, reader, access, written, require }: AccountParts): WithSender<ServiceAccounts> {
  return {
    async createServiceAccount(sender, by, displayName, description) {
      await require(sender, 'make a service account', [[ACCOUNTS]]);
      const urn = userUrn(model, `${SERVICE_PREFIX}${crypto.randomUUID()}`);
      const info = { active: true, displayName: displayName ?? lastPart(urn), ...(description !== undefined && { title: description }) };
      const proposals = [upsert(urn, 'corpUserInfo', info), upsert(urn, 'subTypes', { typeNames: [SERVICE_ACCOUNT] })];
      await written(sender, { proposals, together: true, actor: by });
      return urn;
    },
    async deleteServiceAccount(sender, by, named) {
      const urn = canonicalUrn(model, named);
      await require(sender, `delete the service account ${urn}`, [[ACCOUNTS]]);
      if (!isServiceAccount(urn)) throw badParameter('/urn', 'the URN of a service account', named);
      if (sender.decided && urn === by) throw notForAnybody(by, `delete ${urn}`, 'nobody deletes oneself');
      if (!isThere((await reader([urn], ['corpUserKey'])).get(urn))) return false;
      if (await mayDo(access, { user: urn }, ['MANAGE_POLICIES']))
        await require(sender, `delete ${urn}, who manages policies`, [['MANAGE_POLICIES']]);
      await written(sender, { proposals: [{ entityUrn: urn, changeType: 'DELETE' }], together: true, actor: by });
      return true;
    },
  };
}
