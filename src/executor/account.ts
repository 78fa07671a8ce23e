/**
 * Whom recipes write as: a service account, whose policies let it change metadata and nothing else. Each run has a token of its own.
 */
import { ENTITY_PRIVILEGES, type Privilege } from '../access/privileges.ts';
import { SERVICE_ACCOUNT } from '../catalog/access/service-accounts.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { upsert } from '../catalog/write/proposal.ts';
import { systemActor, userUrn } from '../model/named.ts';
import { knownUrns } from '../model/urn.ts';

export interface RunToken {
  readonly secret: string;
  end(): Promise<void>;
}

const ACCOUNT = 'service_ingestion';
/** What sources have beside metadata of assets. Rights, tokens, secrets and settings are not among it. */
const OF_PLATFORM: readonly Privilege[] = ['MANAGE_STRUCTURED_PROPERTIES', 'CREATE_USERS_AND_GROUPS', 'UPDATE_USERS_AND_GROUPS'];

/** Makes the account and its policies. Once it is there, who manages policies decides about both. */
export async function makeAccount(catalog: Catalog): Promise<void> {
  const { model } = catalog;
  const account = userUrn(model, ACCOUNT);
  if ((await catalog.exists(knownUrns(model, [account]), true))[0]) return;
  const policy = (id: string, type: string, displayName: string, description: string, privileges: readonly Privilege[]) =>
    upsert(`${model.names.urnPrefix}dataHubPolicy:${id}`, 'dataHubPolicyInfo', {
      ...{ displayName, description, type, privileges, state: 'ACTIVE', editable: true },
      actors: { users: [account], groups: [], roles: [], allUsers: false, allGroups: false, resourceOwners: false },
    });
  const proposals = [
    upsert(account, 'corpUserInfo', { active: true, displayName: 'Ingestion', title: 'Runs recipes' }),
    upsert(account, 'subTypes', { typeNames: [SERVICE_ACCOUNT] }),
    policy('ingestion-metadata-policy', 'METADATA', 'Ingestion: metadata', 'Recipes change metadata', ENTITY_PRIVILEGES),
    policy('ingestion-platform-policy', 'PLATFORM', 'Ingestion: platform', 'Recipes make people and properties that a source has', OF_PLATFORM),
  ];
  await catalog.write({ proposals, together: true, actor: systemActor(model) });
}

/** @param ms how long it counts at most: it ends by itself if this server dies */
export async function tokenFor(catalog: Catalog, run: string, ms: number): Promise<RunToken> {
  const by = systemActor(catalog.model);
  const { secret, token } = await catalog.access.createToken(by, {
    ...{ type: 'SERVICE_ACCOUNT', user: userUrn(catalog.model, ACCOUNT), name: `Run ${run}`, ms },
  });
  return { secret, end: async () => void (await catalog.access.revokeToken(by, token.id)) };
}
