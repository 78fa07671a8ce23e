/**
 * `change_owners`: add and remove owners.
 */
import { z } from 'zod';
import { type EntityView, names, ownerEdit, ownershipTypeOf, ownersIn } from '../../../catalog/index.ts';
import { asset, column } from '../schemas.ts';
import { tool } from '../tool.ts';
import { also, changedSchema, linked, targetsOf, writeBack } from './write-back.ts';

const MOST = 20;
const OWNERS = ['corpuser', 'corpGroup'];
const TYPES = [
  'TECHNICAL_OWNER',
  'BUSINESS_OWNER',
  'DATA_STEWARD',
  'DATAOWNER',
  'DEVELOPER',
  'DELEGATE',
  'PRODUCER',
  'CONSUMER',
  'STAKEHOLDER',
  'NONE',
] as const;

const owner = z.string().min(1).max(500);

export const changeOwners = tool({
  name: 'change_owners',
  title: 'Change owners',
  description:
    'Adds owners to assets or columns, and removes them. Owners are users and groups; each must exist, and is found by URN or by name. Answers all owners afterwards.',
  input: {
    asset,
    column,
    add: z
      .array(z.strictObject({ owner, type: z.enum(TYPES).default('TECHNICAL_OWNER') }))
      .max(MOST)
      .default([]),
    remove: z.array(owner).max(MOST).default([]).describe('Users and groups that shall own it in no way'),
    also,
  },
  output: changedSchema({ owners: z.array(z.object({ urn: z.string(), name: z.string(), type: z.string() })).optional() }),
  writes: true,
  run: async (context, input) => {
    const { catalog } = context;
    const targets = await targetsOf(context, input);
    const added = await linked(
      context,
      'add',
      input.add.map((each) => each.owner),
      OWNERS,
    );
    const remove = await linked(context, 'remove', input.remove, OWNERS);
    const add = input.add.map(({ type }, at) => ({ owner: added[at] ?? '', type, typeUrn: ownershipTypeOf(catalog.model, { type }) }));
    const show = async (view: EntityView) => {
      const owners = ownersIn(view);
      const nameOf = await names(
        catalog,
        owners.flatMap(({ owner: urn, typeUrn }) => (typeUrn === undefined ? [urn] : [urn, typeUrn])),
      );
      const wayOf = (type: string, typeUrn: string | undefined) => (typeUrn !== undefined && nameOf(typeUrn).exists ? nameOf(typeUrn).name : type);
      return owners.map(({ owner: urn, type, typeUrn }) => ({ urn, name: nameOf(urn).name, type: wayOf(type, typeUrn) }));
    };
    return writeBack(context, targets, (target) => ownerEdit(catalog.model, target, add, remove), 'owners', show);
  },
});
