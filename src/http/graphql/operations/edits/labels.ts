/**
 * Mutations that make tags, add tags and glossary terms to entities and columns, and take them off (docs/semantics.md 15.6).
 */
import { randomUUID } from 'node:crypto';
import { tagEdit, termEdit } from '../../../../catalog/index.ts';
import { tagExists } from '../../../../errors.ts';
import type { Arguments } from '../../../../generated/arguments.ts';
import { valueOf } from '../../../../model/json.ts';
import { urnFrom } from '../../../../model/named.ts';
import { type GraphContext, type Resolve, type Resolvers, stampOf, writeAll } from '../../operation.ts';
import { editEach, namedUrns, type ResourceInput, resourcesOf } from './resources.ts';

/** The entity types of labels. */
const TAG = 'tag';
const TERM = 'glossaryTerm';
type Label = typeof TAG | typeof TERM;

type Op = 'add' | 'remove';

async function label(context: GraphContext, what: Label, op: Op, input: Inputs): Promise<true> {
  const { tagUrn, termUrn, tagUrns, termUrns } = input;
  const resources = await resourcesOf(context, input.resources ?? [input]);
  const one = what === TAG ? 'tagUrn' : 'termUrn';
  const list = tagUrns ?? termUrns;
  const urns = await namedUrns(context, list ?? [tagUrn ?? termUrn ?? ''], [what], `/input/${one}${list ? 's' : ''}`);
  const links = { add: [], remove: [], [op]: urns };
  return editEach(context, resources, (resource) => (what === TAG ? tagEdit(resource, links) : termEdit(resource, links, stampOf(context.actor))));
}

type Inputs = ResourceInput & {
  readonly tagUrn?: string;
  readonly termUrn?: string;
  readonly tagUrns?: readonly string[];
  readonly termUrns?: readonly string[];
  readonly resources?: readonly (ResourceInput | null)[];
};

function mutation(what: Label, op: Op): Resolve<{ input: Inputs }> {
  return (_, { input }, context) => label(context, what, op, input);
}

const createTag: Resolve<Arguments['createTag']> = async (_, { input }, context) => {
  const { model } = context.catalog;
  const urn = urnFrom(model, `${model.names.urnPrefix}tag:${input.id ?? randomUUID()}`);
  if (await context.loaders.exists(urn)) throw tagExists(urn.text, input.id);
  const value = valueOf({ name: input.name, description: input.description });
  await writeAll(context, [{ entityUrn: urn.text, aspectName: 'tagProperties', changeType: 'CREATE_ENTITY', value }]);
  return urn.text;
};

export const labels: Resolvers = {
  Mutation: {
    createTag,
    addTag: mutation(TAG, 'add'),
    removeTag: mutation(TAG, 'remove'),
    addTags: mutation(TAG, 'add'),
    batchAddTags: mutation(TAG, 'add'),
    batchRemoveTags: mutation(TAG, 'remove'),
    addTerm: mutation(TERM, 'add'),
    removeTerm: mutation(TERM, 'remove'),
    addTerms: mutation(TERM, 'add'),
    batchAddTerms: mutation(TERM, 'add'),
    batchRemoveTerms: mutation(TERM, 'remove'),
  },
};
