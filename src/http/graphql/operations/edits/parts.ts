/**
 * Mutations that edit the parts of links, for each part of the model: `addTag`, `batchRemoveTerms`, `setDomain` (docs/semantics.md 15.6).
 */
import { type EditTarget, linkEdit, linksEdit } from '../../../../catalog/index.ts';
import { linkPartsOf, urnFieldOf } from '../../../../model/parts.ts';
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

/** @param declared names of types that files declare: they are as these have them */
export function partMutations(model: Model, declared: ReadonlySet<string>): PartMutations {
  const all = linkPartsOf(model).map((part) => (part.shape === 'link' ? ofLink(part) : ofLinks(part)));
  const inputs = all.flatMap(({ inputs }) => Object.entries(inputs)).filter(([name]) => !declared.has(name));
  const mutations = all.flatMap(({ mutations }) => Object.entries(mutations));
  const fields = mutations.map(([name, { args }]) => `${name}(${args}): Boolean`);
  return {
    sdl: [...inputs.map(([name, fields]) => `input ${name} { ${fields} }`), `extend type Mutation { ${fields.join(' ')} }`].join('\n'),
    resolvers: { Mutation: Object.fromEntries(mutations.map(([name, { resolve }]) => [name, resolve])) },
  };
}

interface OfPart {
  readonly inputs: Readonly<Record<string, string>>;
  readonly mutations: Readonly<Record<string, { readonly args: string; readonly resolve: Resolve<never, never> }>>;
}

const RESOURCE = 'resourceUrn: String! subResourceType: SubResourceType @unread(anyway: true) subResource: String';
const RESOURCES = 'resources: [ResourceRefInput]!';

/** `addTag`, `addTags`, `batchAddTags` and what removes them. */
function ofLinks(part: LinkPart): OfPart {
  const { one, many, urn } = wordsOf(part);
  const row = (input: string, op: Op, field: string) => ({
    args: `input: ${input}!`,
    resolve: ((_, { input }, context) => change(context, part, op, input, field)) satisfies Resolve<{ input: Inputs }>,
  });
  return {
    inputs: {
      [`${one}AssociationInput`]: `${urn}: String! ${RESOURCE}`,
      [`Add${many}Input`]: `${urn}s: [String!]! ${RESOURCE}`,
      [`BatchAdd${many}Input`]: `${urn}s: [String!]! ${RESOURCES}`,
      [`BatchRemove${many}Input`]: `${urn}s: [String!]! ${RESOURCES}`,
    },
    mutations: {
      [`add${one}`]: row(`${one}AssociationInput`, 'add', urn),
      [`remove${one}`]: row(`${one}AssociationInput`, 'remove', urn),
      [`add${many}`]: row(`Add${many}Input`, 'add', `${urn}s`),
      [`batchAdd${many}`]: row(`BatchAdd${many}Input`, 'add', `${urn}s`),
      [`batchRemove${many}`]: row(`BatchRemove${many}Input`, 'remove', `${urn}s`),
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
  const { one, urn } = wordsOf(part);
  const set: Resolve<{ entityUrn: string }> = (_, args, context) =>
    move(context, part, [{ resourceUrn: args.entityUrn }], textIn(args, urn), `/${urn}`);
  const setMany: Resolve<{ input: Inputs }> = (_, { input }, context) =>
    move(context, part, input.resources ?? [], textIn(input, urn), `/input/${urn}`);
  return {
    inputs: { [`BatchSet${one}Input`]: `${urn}: String ${RESOURCES}` },
    mutations: {
      [`set${one}`]: { args: `entityUrn: String! ${urn}: String!`, resolve: set },
      [`unset${one}`]: { args: 'entityUrn: String!', resolve: set },
      [`batchSet${one}`]: { args: `input: BatchSet${one}Input!`, resolve: setMany },
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

/** The names in GraphQL: `Tag`, `Tags`, `tagUrn`. */
function wordsOf(part: LinkPart): { one: string; many: string; urn: string } {
  const urn = urnFieldOf(part);
  return { one: capital(urn.slice(0, -'Urn'.length)), many: capital(part.name), urn };
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
