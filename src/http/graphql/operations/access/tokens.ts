/**
 * Tokens that are made at run time, and the accounts of programs. The core decides who may make and withdraw them.
 */
import { type Scope, SERVICE_ACCOUNT } from '../../../../catalog/index.ts';
import { badParameter, noSuchEntity } from '../../../../errors.ts';
import type { Arguments, CreateAccessTokenInput } from '../../../../generated/arguments.ts';
import type { Model } from '../../../../model/types.ts';
import { toolsOf } from '../../../mcp/tools/index.ts';
import { costing, SEARCH } from '../../cost.ts';
import { type GraphContext, type Resolve, type Resolvers, refNamed, urnOfType } from '../../operation.ts';
import { listed } from '../../schema/search.ts';
import { typeOfConstant } from '../../types/type-names.ts';
import { requestOf, runSearch, type SearchInput } from '../search.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** How long a token counts, ms. */
const DURATIONS: Readonly<Record<string, number | undefined>> = {
  ONE_HOUR: HOUR,
  ONE_DAY: DAY,
  ONE_WEEK: 7 * DAY,
  ONE_MONTH: 30 * DAY,
  THREE_MONTHS: 90 * DAY,
  SIX_MONTHS: 180 * DAY,
  ONE_YEAR: 365 * DAY,
  NO_EXPIRY: undefined,
};

function scopeOf(model: Model, { types, domains, tools }: CreateAccessTokenInput): Scope {
  for (const [name, list] of Object.entries({ types, domains, tools }))
    if (list?.length === 0) throw badParameter(`/input/${name}`, 'at least one, or nothing for all', list);
  const known = toolsOf(model).map(({ name }) => name);
  const unknown = tools?.find((name) => !known.includes(name));
  if (unknown !== undefined) throw badParameter('/input/tools', `some of ${known.join(', ')}`, unknown);
  return {
    types: types?.flatMap((constant) => typeOfConstant(model, constant)?.name ?? []),
    domains: domains ?? undefined,
    tools: tools ?? undefined,
  };
}

const createAccessToken: Resolve<Arguments['createAccessToken']> = async (_, { input }, { catalog, actor }) => {
  const { type, actorUrn, duration, name } = input;
  const made = await catalog.access.createToken(actor, {
    type,
    user: actorUrn,
    name,
    description: input.description ?? undefined,
    ms: DURATIONS[duration],
    readOnly: input.readOnly ?? undefined,
    scope: scopeOf(catalog.model, input),
  });
  return { accessToken: made.secret, metadata: refNamed(catalog.model, made.token.urn) };
};

const revokeAccessToken: Resolve<{ tokenId: string }> = (_, { tokenId }, { catalog, actor }) => catalog.access.revokeToken(actor, tokenId);

const getAccessTokenMetadata: Resolve<{ token: string }> = async (_, { token }, { catalog, guess }) =>
  refNamed(catalog.model, (await guess('token', () => catalog.access.tokenOf(token), Boolean))?.urn);

const NO_SESSION = { field: 'type', values: ['SESSION'], negated: true };
const tokensFound = listed('tokens');

const listAccessTokens: Resolve<{ input: SearchInput }> = async (_, { input }, context) => {
  const { catalog, actor } = context;
  const all = await catalog.access.mayI(['MANAGE_ACCESS_TOKENS']);
  const own = all ? [] : [{ field: 'ownerUrn', values: [actor] }];
  const asked = input.filters ?? [];
  // Clients of old ask for tokens, and show what they get as tokens.
  const kinds = asked.some(({ field }) => field === 'type') ? [] : [NO_SESSION];
  const types = [catalog.model.entityTypes.get('dataHubAccessToken')?.graphql ?? ''];
  const sortInput = { sortCriterion: { field: 'expiresAt', sortOrder: 'DESCENDING' as const } };
  return tokensFound(context, { ...input, types, query: '*', filters: [...asked, ...kinds, ...own], sortInput }, false);
};

/** Undefined for what is no service account, or does not exist. */
async function accountOf({ catalog, loaders }: GraphContext, named: string): Promise<object | undefined> {
  const read = urnOfType(catalog.model, named, 'corpuser');
  const types = (await loaders.value(read, 'subTypes'))?.typeNames;
  if (!Array.isArray(types) || !types.includes(SERVICE_ACCOUNT)) return undefined;
  const state = await loaders.state(read, 'corpUserInfo');
  const info = (await loaders.value(read, 'corpUserInfo')) ?? {};
  const [name] = read.parts;
  const { displayName, title } = info;
  const { firstBy: createdBy, firstAt: createdAt, at: updatedAt } = state ?? {};
  return { urn: read.text, type: read.type.graphql, name, displayName, description: title, createdBy, createdAt, updatedAt };
}

const createServiceAccount: Resolve<Arguments['createServiceAccount']> = async (_, { input }, context) => {
  const { catalog, actor, loaders } = context;
  const urn = await catalog.access.createServiceAccount(actor, input.displayName ?? undefined, input.description ?? undefined);
  loaders.forget();
  return accountOf(context, urn);
};

const deleteServiceAccount: Resolve<{ urn: string }> = (_, { urn }, { catalog, actor }) => catalog.access.deleteServiceAccount(actor, urn);

const getServiceAccount: Resolve<{ urn: string }> = async (_, { urn }, context) => {
  const found = await accountOf(context, urn);
  if (!found) throw noSuchEntity(urn);
  return found;
};

const listServiceAccounts: Resolve<{ input: SearchInput }> = async (_, { input }, context) => {
  const filters = [{ field: 'typeNames', values: [SERVICE_ACCOUNT] }];
  const flags = { skipAggregates: true, skipHighlighting: true, allWords: true };
  const request = requestOf(context, { ...input, types: ['CORP_USER'], filters, searchFlags: flags });
  const { total, hits } = await runSearch(context, request);
  const found = (await Promise.all(hits.map(({ urn }) => accountOf(context, urn)))).filter((each) => each !== undefined);
  return { start: request.start, count: found.length, total, serviceAccounts: found };
};

export const tokens: Resolvers = {
  Query: {
    listAccessTokens: costing(SEARCH, listAccessTokens),
    getAccessTokenMetadata,
    getServiceAccount,
    listServiceAccounts: costing(SEARCH, listServiceAccounts),
  },
  Mutation: { createAccessToken, revokeAccessToken, createServiceAccount, deleteServiceAccount },
};
