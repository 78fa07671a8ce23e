/**
 * Mutations that add tags and glossary terms to entities and columns, and take them off (docs/semantics.md 15.6).
 */
import { tagEdit, termEdit } from '../../../../catalog/index.ts';
import type { GraphContext, Part, Resolve } from '../../operation.ts';
import { stampOf } from '../../types/property-inputs.ts';
import { edit, namedUrns, type ResourceInput, resourcesOf } from './resources.ts';

/** The entity types of labels. */
const TAG = 'tag';
const TERM = 'glossaryTerm';
type Label = typeof TAG | typeof TERM;

type Op = 'add' | 'remove';

async function label(context: GraphContext, what: Label, op: Op, texts: readonly string[], inputs: readonly (ResourceInput | null)[]): Promise<true> {
  const resources = await resourcesOf(context, inputs);
  const urns = await namedUrns(context, texts, [what]);
  const links = { add: [], remove: [], [op]: urns };
  return edit(
    context,
    resources.map((resource) => (what === TAG ? tagEdit(resource, links) : termEdit(resource, links, stampOf(context.actor)))),
  );
}

type Inputs = ResourceInput & {
  readonly tagUrn?: string;
  readonly termUrn?: string;
  readonly tagUrns?: readonly string[];
  readonly termUrns?: readonly string[];
  readonly resources?: readonly (ResourceInput | null)[];
};

function mutation(what: Label, op: Op): Resolve<{ input: Inputs }> {
  return (_, { input }, context) => {
    const { tagUrn, termUrn, tagUrns, termUrns, resources } = input;
    const texts = tagUrns ?? termUrns ?? [tagUrn ?? termUrn ?? ''];
    return label(context, what, op, texts, resources ?? [input]);
  };
}

export const labels: Part = {
  sdl: `
enum SubResourceType { DATASET_FIELD }
"An entity, or a column of it: its path is the subResource."
input ResourceRefInput { resourceUrn: String! subResourceType: SubResourceType subResource: String }
input TagAssociationInput { tagUrn: String! resourceUrn: String! subResourceType: SubResourceType subResource: String }
input AddTagsInput { tagUrns: [String!]! resourceUrn: String! subResourceType: SubResourceType subResource: String }
input BatchAddTagsInput { tagUrns: [String!]! resources: [ResourceRefInput!]! }
input BatchRemoveTagsInput { tagUrns: [String!]! resources: [ResourceRefInput]! }
input TermAssociationInput { termUrn: String! resourceUrn: String! subResourceType: SubResourceType subResource: String }
input AddTermsInput { termUrns: [String!]! resourceUrn: String! subResourceType: SubResourceType subResource: String }
input BatchAddTermsInput { termUrns: [String!]! resources: [ResourceRefInput]! }
input BatchRemoveTermsInput { termUrns: [String!]! resources: [ResourceRefInput]! }
extend type Mutation {
  addTag(input: TagAssociationInput!): Boolean
  removeTag(input: TagAssociationInput!): Boolean
  addTags(input: AddTagsInput!): Boolean
  batchAddTags(input: BatchAddTagsInput!): Boolean
  batchRemoveTags(input: BatchRemoveTagsInput!): Boolean
  addTerm(input: TermAssociationInput!): Boolean
  removeTerm(input: TermAssociationInput!): Boolean
  addTerms(input: AddTermsInput!): Boolean
  batchAddTerms(input: BatchAddTermsInput!): Boolean
  batchRemoveTerms(input: BatchRemoveTermsInput!): Boolean
}`,
  resolvers: {
    Mutation: {
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
  },
};
