/**
 * Mutations that add and remove owners (docs/semantics.md 15.6).
 */
import { type OwnerLink, ownerEdit, type WayOfOwning, wayOfOwning, wayWithEntity } from '../../../../catalog/index.ts';
import type { Arguments, OwnerInput } from '../../../../generated/arguments.ts';
import { urnFrom } from '../../../../model/named.ts';
import type { Model } from '../../../../model/types.ts';
import { type GraphContext, type Resolve, type Resolvers, urnOfType } from '../../operation.ts';
import { editEach, namedUrns, type ResourceInput, resourcesOf } from './resources.ts';

/** The way of owning: as a word, and as the entity that stands for it. Without both: NONE. */
export function wayOf(model: Model, type: string | null | undefined, typeUrn: string | null | undefined): WayOfOwning {
  return typeUrn ? wayOfOwning('CUSTOM', urnOfType(model, typeUrn, 'ownershipType').text) : wayWithEntity(model, type ?? 'NONE');
}

async function add(context: GraphContext, owners: readonly OwnerInput[], inputs: readonly (ResourceInput | null)[], typeUrn?: string | null) {
  const { model } = context.catalog;
  const resources = await resourcesOf(context, inputs);
  const named = owners.map(({ ownerUrn }) => ownerUrn);
  const urns = await namedUrns(context, named, ['corpuser', 'corpGroup'], named.length > 1 ? '/input/owners' : '/input/ownerUrn');
  const links = owners.map((each, index): OwnerLink => {
    return { owner: urns[index] ?? '', ...wayOf(model, each.type, each.ownershipTypeUrn ?? typeUrn), source: 'MANUAL' };
  });
  return editEach(context, resources, (resource) => ownerEdit(model, resource, links, []));
}

/** Removes each way in which the users and groups own the entities, or only the given one. */
async function remove(context: GraphContext, owners: readonly string[], inputs: readonly (ResourceInput | null)[], typeUrn?: string | null) {
  const { model } = context.catalog;
  const resources = await resourcesOf(context, inputs);
  const gone = owners.map((text) => urnFrom(model, text, '/input/ownerUrns').text);
  const ways = typeUrn ? gone.map((owner) => ({ owner, ...wayOf(model, null, typeUrn) })) : undefined;
  return editEach(context, resources, (resource) => ownerEdit(model, resource, [], ways ?? gone));
}

const addOwner: Resolve<Arguments['addOwner']> = (_, { input }, context) => add(context, [input], [input]);
const addOwners: Resolve<Arguments['addOwners']> = (_, { input }, context) => add(context, input.owners, [input]);
const batchAddOwners: Resolve<Arguments['batchAddOwners']> = (_, { input }, context) =>
  add(context, input.owners, input.resources, input.ownershipTypeUrn);
const removeOwner: Resolve<Arguments['removeOwner']> = (_, { input }, context) => remove(context, [input.ownerUrn], [input], input.ownershipTypeUrn);
const batchRemoveOwners: Resolve<Arguments['batchRemoveOwners']> = (_, { input }, context) =>
  remove(context, input.ownerUrns, input.resources, input.ownershipTypeUrn);

export const owners: Resolvers = { Mutation: { addOwner, addOwners, removeOwner, batchAddOwners, batchRemoveOwners } };
