/**
 * Mutations that edit the parts of links, for each part of the model: `addTag`, `batchRemoveTerms`, `setDomain` (docs/semantics.md 15.6).
 */
import { type EditTarget, linkEdit, linksEdit } from '../../../../catalog/index.ts';
import { StartError } from '../../../../errors.ts';
import { graphNames, namesOfLink, namesOfLinks, urnFieldOf } from '../../../../model/part-names.ts';
import { linkPartsOf } from '../../../../model/parts.ts';
import { textIn, textsIn } from '../../../../model/pick.ts';
import type { LinkPart, Model } from '../../../../model/types.ts';
import { type GraphContext, type Resolve, type Resolvers, stampOf } from '../../operation.ts';
import { editEach, namedUrns, type ResourceInput, resourcesOf } from './resources.ts';

type Op = 'add' | 'remove';
type Inputs = ResourceInput & { readonly resources?: readonly (ResourceInput | null)[] };

interface PartMutations {
  /** In the schema language. */
  readonly sdl: string;
  readonly resolvers: Resolvers;
}

/**
 * @param declared names of the types and mutations that files declare
 * @throws StartError for a part that would make one of these
 */
export function partMutations(model: Model, declared: ReadonlySet<string>): PartMutations {
  const parts = linkPartsOf(model);
  for (const part of parts) refuseDeclared(part, declared);
  const all = parts.map((part) => (part.shape === 'link' ? ofLink(part) : ofLinks(part)));
  const inputs = all.flatMap(({ inputs }) => Object.entries(inputs));
  const mutations = all.flatMap(({ mutations }) => Object.entries(mutations));
  const fields = mutations.map(([name, { args }]) => `${name}(${args}): Boolean`);
  return {
    sdl: [...inputs.map(([name, fields]) => `input ${name} { ${fields} }`), `extend type Mutation { ${fields.join(' ')} }`].join('\n'),
    resolvers: { Mutation: Object.fromEntries(mutations.map(([name, { resolve }]) => [name, resolve])) },
  };
}

function refuseDeclared(part: LinkPart, declared: ReadonlySet<string>): void {
  const taken = graphNames(part).find(({ name }) => declared.has(name));
  if (!taken) return;
  throw new StartError(
    `The part ${part.name} of the aspect ${part.aspect} makes ${taken.name} of GraphQL, which Cairn already has for something else: choose another ${taken.from}`,
  );
}

interface OfPart {
  readonly inputs: Readonly<Record<string, string>>;
  readonly mutations: Readonly<Record<string, { readonly args: string; readonly resolve: Resolve<never, never> }>>;
}

const RESOURCE = 'resourceUrn: String! subResourceType: SubResourceType @unread(anyway: true) subResource: String';
const RESOURCES = 'resources: [ResourceRefInput]!';

/** `addTag`, `addTags`, `batchAddTags` and what removes them. */
function ofLinks(part: LinkPart): OfPart {
  const urn = urnFieldOf(part);
  const { ofWord, ofName } = namesOfLinks(part);
  const row = (input: string, op: Op, field: string) => ({
    args: `input: ${input}!`,
    resolve: ((_, { input }, context) => change(context, part, op, input, field)) satisfies Resolve<{ input: Inputs }>,
  });
  return {
    inputs: {
      [ofWord.input]: `${urn}: String! ${RESOURCE}`,
      [ofName.addInput]: `${urn}s: [String!]! ${RESOURCE}`,
      [ofName.batchAddInput]: `${urn}s: [String!]! ${RESOURCES}`,
      [ofName.batchRemoveInput]: `${urn}s: [String!]! ${RESOURCES}`,
    },
    mutations: {
      [ofWord.add]: row(ofWord.input, 'add', urn),
      [ofWord.remove]: row(ofWord.input, 'remove', urn),
      [ofName.add]: row(ofName.addInput, 'add', `${urn}s`),
      [ofName.batchAdd]: row(ofName.batchAddInput, 'add', `${urn}s`),
      [ofName.batchRemove]: row(ofName.batchRemoveInput, 'remove', `${urn}s`),
    },
  };
}

/** @param field the one that names what is added or removed */
async function change(context: GraphContext, part: LinkPart, op: Op, input: Inputs, field: string): Promise<true> {
  const resources = await resourcesOf(context, input.resources ?? [input]);
  const { [field]: one }: Readonly<Record<string, unknown>> = { ...input };
  const urns = await namedUrns(context, typeof one === 'string' ? [one] : textsIn(input, field), part.types, `/input/${field}`);
  const links = { add: [], remove: [], [op]: urns };
  return editEach(context, resources, (resource) => linksEdit(context.catalog.model, resource, part, links, stampOf(context.actor)));
}

/** `setDomain`, `unsetDomain`, `batchSetDomain`. */
function ofLink(part: LinkPart): OfPart {
  const urn = urnFieldOf(part);
  const names = namesOfLink(part);
  const set: Resolve<{ entityUrn: string }> = (_, args, context) =>
    move(context, part, [{ resourceUrn: args.entityUrn }], textIn(args, urn), `/${urn}`);
  const setMany: Resolve<{ input: Inputs }> = (_, { input }, context) =>
    move(context, part, input.resources ?? [], textIn(input, urn), `/input/${urn}`);
  return {
    inputs: { [names.batchSetInput]: `${urn}: String ${RESOURCES}` },
    mutations: {
      [names.set]: { args: `entityUrn: String! ${urn}: String!`, resolve: set },
      [names.unset]: { args: 'entityUrn: String!', resolve: set },
      [names.batchSet]: { args: `input: ${names.batchSetInput}!`, resolve: setMany },
    },
  };
}

/** Of columns that have no such part, their table is meant, as known clients expect. @param to undefined: to nothing */
async function move(context: GraphContext, part: LinkPart, inputs: Inputs['resources'], to: string | undefined, place: string): Promise<true> {
  const resources = await resourcesOf(context, inputs);
  const [urn] = await namedUrns(context, to === undefined ? [] : [to], part.types, place);
  const column = (resource: EditTarget) => (part.columns === undefined ? undefined : resource.column);
  return editEach(context, resources, (resource) => linkEdit(context.catalog.model, { ...resource, column: column(resource) }, part, urn));
}
