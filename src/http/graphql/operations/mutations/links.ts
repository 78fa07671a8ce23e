/**
 * Mutations that add links to lists and take them off: related terms, members of groups, business attributes, assets of data products.
 */
import { type EditOperation, patchEdit, type RawProposal } from '../../../../catalog/index.ts';
import { tooMany } from '../../../../errors.ts';
import type { Arguments } from '../../../../generated/arguments.ts';
import { columnUrn } from '../../../../model/column-urn.ts';
import { urnFrom } from '../../../../model/named.ts';
import { pointerText } from '../../../../model/pointer.ts';
import type { Urn } from '../../../../model/urn.ts';
import { type GraphContext, type Resolve, type Resolvers, urnOfType } from '../../operation.ts';
import { edit, editEach, namedUrns, resourcesOf } from '../edits/resources.ts';

type Op = 'add' | 'remove';

/** Texts in a list of an aspect of one entity. */
function texts(urn: Urn, aspect: string, list: string, op: Op, items: readonly string[]): RawProposal {
  const operations = items.map((item) => ({ op, path: pointerText([list, item]), ...(op === 'add' && { value: item }) }));
  return patchEdit(urn.text, aspect, operations);
}

async function only(context: GraphContext, text: string, type: string, place: string): Promise<Urn> {
  await namedUrns(context, [text], [type], place);
  return urnOfType(context.catalog.model, text, type);
}

const RELATED = { isA: 'isRelatedTerms', hasA: 'hasRelatedTerms' };

const related =
  (op: Op): Resolve<Arguments['addRelatedTerms']> =>
  async (_, { input }, context) => {
    const term = await only(context, input.urn, 'glossaryTerm', '/input/urn');
    const others = op === 'add' ? await namedUrns(context, input.termUrns, ['glossaryTerm'], '/input/termUrns') : input.termUrns;
    return edit(context, [texts(term, 'glossaryRelatedTerms', RELATED[input.relationshipType], op, others)]);
  };

/** Members are users that name the group. */
const members =
  (op: Op): Resolve<Arguments['addGroupMembers']> =>
  async (_, { input }, context) => {
    const group = await only(context, input.groupUrn, 'corpGroup', '/input/groupUrn');
    const users = await namedUrns(context, input.userUrns, ['corpuser'], '/input/userUrns');
    return editEach(context, users, (user) => texts(urnFrom(context.catalog.model, user), 'nativeGroupMembership', 'nativeGroups', op, [group.text]));
  };

/** A column has its business attribute in an entity of its own. */
const attribute =
  (op: Op): Resolve<Arguments['addBusinessAttribute']> =>
  async (_, { input }, context) => {
    const { model } = context.catalog;
    const { text: businessAttributeUrn } = await only(context, input.businessAttributeUrn, 'businessAttribute', '/input/businessAttributeUrn');
    const resources = await resourcesOf(context, input.resourceUrn);
    const path = '/businessAttribute';
    const patch: EditOperation[] = [op === 'add' ? { op, path, value: { businessAttributeUrn } } : { op, path }];
    return editEach(context, resources, ({ urn, column }) => {
      const own = column === undefined ? urn.text : columnUrn(model, urn.text, column);
      return patchEdit(own, 'businessAttributes', patch, urn.text);
    });
  };

/** Of one asset. */
const MOST_PRODUCTS = 1_000;

/** An asset is in one data product: it leaves the others. */
const setDataProduct: Resolve<Arguments['batchSetDataProduct']> = async (_, { input }, context) => {
  const { catalog, budget } = context;
  const resources = await resourcesOf(context, input.resourceUrns);
  const product = input.dataProductUrn ? await only(context, input.dataProductUrn, 'dataProduct', '/input/dataProductUrn') : undefined;
  const patches = new Map<string, EditOperation[]>();
  for (const { urn } of resources) {
    const { related: holders, total } = await budget.list(() => catalog.related(urn, 'INCOMING', ['DataProductContains'], 0, MOST_PRODUCTS));
    if (total > holders.length) throw tooMany('/input/resourceUrns', `assets in ${MOST_PRODUCTS} data products`, total);
    const add = (holder: string, operation: EditOperation): unknown => patches.set(holder, [...(patches.get(holder) ?? []), operation]);
    const path = pointerText(['assets', urn.text]);
    for (const { urn: holder } of holders) if (holder !== product?.text) add(holder, { op: 'remove', path });
    if (product) add(product.text, { op: 'add', path, value: { destinationUrn: urn.text } });
  }
  return editEach(context, [...patches], ([holder, patch]) => patchEdit(holder, 'dataProductProperties', patch));
};

/** Each asset in each data product. */
const inDataProducts =
  (op: Op): Resolve<Arguments['batchAddToDataProducts']> =>
  async (_, { input }, context) => {
    const products = await namedUrns(context, input.dataProductUrns, ['dataProduct'], '/input/dataProductUrns');
    const assets = (await resourcesOf(context, input.resourceUrns)).map(({ urn }) => urn.text);
    const patch = assets.map((destinationUrn): EditOperation => {
      const path = pointerText(['assets', destinationUrn]);
      return op === 'add' ? { op, path, value: { destinationUrn } } : { op, path };
    });
    return editEach(context, products, (product) => patchEdit(product, 'dataProductProperties', patch));
  };

export const links: Resolvers = {
  Mutation: {
    addRelatedTerms: related('add'),
    removeRelatedTerms: related('remove'),
    addGroupMembers: members('add'),
    removeGroupMembers: members('remove'),
    addBusinessAttribute: attribute('add'),
    removeBusinessAttribute: attribute('remove'),
    batchSetDataProduct: setDataProduct,
    batchAddToDataProducts: inDataProducts('add'),
    batchRemoveFromDataProducts: inDataProducts('remove'),
  },
};
