/**
 * What a query costs, summed up before anything of it is validated or read. The row of each field says what it costs (`costing`); aliases
 * add up. What is asked of each hit of a search or item of a list is counted while it is read (budget.ts), in the same unit.
 */
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  GraphQLError,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { once } from './limits.ts';

/** The cost of a search, in lists: some 40 ms of the CPU of both engines and Cairn. */
export const SEARCH = 20;
/** The cost of a suggestion. */
export const SUGGEST = 5;
/** The cost of a walk through lineage with a search among what it finds. */
export const WALK = 40;
/** The cost of a write. */
const WRITE = 10;
/** Introspected fields that cost as much as a list. */
export const INTROSPECTED = 200;
/** The most that a query may cost. Of 252 documents of a web frontend, the dearest costs 476. */
export const MOST_COST = 2_000;

/** The row of a field that costs more than reading what its parent has. */
export interface Costly<Resolver> {
  readonly resolve: Resolver;
  readonly extensions: { readonly cost: number };
}

export function costing<Resolver>(cost: number, resolve: Resolver): Costly<Resolver> {
  return { resolve, extensions: { cost } };
}

/**
 * @returns what the dearest operation costs
 * @throws GraphQLError if an operation costs too much, or asks for the schema twice
 */
export function refuseCostly(schema: GraphQLSchema, document: DocumentNode): number {
  let dearest = 0;
  for (const { node, cost, schemas } of costsOf(schema, document)) {
    if (schemas > 1) throw new GraphQLError(`The query asks for __schema ${schemas} times; expected once`, { nodes: node });
    if (cost > MOST_COST) throw new GraphQLError(dear(cost), { nodes: node });
    dearest = Math.max(dearest, cost);
  }
  return dearest;
}

/** What each operation of a document costs, and how often it asks for `__schema`. */
export function costsOf(schema: GraphQLSchema, document: DocumentNode): ({ readonly node: OperationDefinitionNode } & Sum)[] {
  const fragments = new Map(document.definitions.filter((each) => each.kind === Kind.FRAGMENT_DEFINITION).map((each) => [each.name.value, each]));
  const parts: Parts = { schema, fragments, known: new Map(), introspected: new Map(), lists: listsOf(schema) };
  const operations = document.definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);
  return operations.map((node) => ({ node, ...costOfOperation(parts, node) }));
}

function dear(cost: number): string {
  const rows = `a search costs ${SEARCH}, a walk through lineage ${WALK}, a write ${WRITE}, a list 1, ${INTROSPECTED} introspected fields 1`;
  return `The query costs ${Math.ceil(cost)}; at most ${MOST_COST} are answered (${rows}). Send it in several requests`;
}

interface Parts {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** What each fragment costs, measured once. */
  readonly known: Map<string, Sum>;
  readonly introspected: Map<string, number>;
  /** How long the lists of an introspection are, on average. */
  readonly lists: Readonly<Record<string, number>>;
}

interface Sum {
  readonly cost: number;
  /** How often it asks for `__schema`. */
  readonly schemas: number;
}

const NOTHING: Sum = { cost: 0, schemas: 0 };

function costOfOperation(parts: Parts, { operation, selectionSet }: OperationDefinitionNode): Sum {
  const root = parts.schema.getRootType(operation);
  return root ? sumOf(parts, selectionSet, root) : NOTHING;
}

/** Of what is asked of different types of entities, only the dearest counts: an entity has one type. */
function sumOf(parts: Parts, { selections }: SelectionSetNode, type: GraphQLNamedType | undefined): Sum {
  let { cost, schemas } = NOTHING;
  const branches = new Map<string, number>();
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) {
      const name = selection.name.value;
      if (name === '__schema' || name === '__type') {
        cost += (1 + introspected(parts, selection.selectionSet)) / INTROSPECTED;
        if (name === '__schema') schemas++;
        continue;
      }
      const { own, leadsTo } = rowOf(parts.schema, type, name);
      cost += own;
      if (selection.selectionSet && own === 0) {
        const below = sumOf(parts, selection.selectionSet, leadsTo);
        cost += below.cost;
        schemas += below.schemas;
      }
      continue;
    }
    const condition = selection.kind === Kind.FRAGMENT_SPREAD ? undefined : selection.typeCondition?.name.value;
    const on = condition === undefined ? type : parts.schema.getType(condition);
    const inner = selection.kind === Kind.FRAGMENT_SPREAD ? sumOfFragment(parts, selection.name.value) : sumOf(parts, selection.selectionSet, on);
    schemas += inner.schemas;
    const named = selection.kind === Kind.FRAGMENT_SPREAD ? parts.fragments.get(selection.name.value)?.typeCondition.name.value : condition;
    const branch = named !== undefined && isAbstractType(type) && isObjectType(parts.schema.getType(named)) ? named : undefined;
    if (branch === undefined) cost += inner.cost;
    else branches.set(branch, (branches.get(branch) ?? 0) + inner.cost);
  }
  return { cost: cost + Math.max(0, ...branches.values()), schemas };
}

function sumOfFragment(parts: Parts, name: string): Sum {
  const node = parts.fragments.get(name);
  return node
    ? once(parts.known, name, NOTHING, () => sumOf(parts, node.selectionSet, parts.schema.getType(node.typeCondition.name.value)))
    : NOTHING;
}

/** What the row of a field says, of an interface that of any type that has it. Of an unknown field nothing: validation refuses it. */
function rowOf(schema: GraphQLSchema, type: GraphQLNamedType | undefined, name: string): { own: number; leadsTo: GraphQLNamedType | undefined } {
  if (!isObjectType(type) && !isInterfaceType(type)) return { own: 0, leadsTo: undefined };
  const field = type.getFields()[name];
  const row = isInterfaceType(type) ? schema.getPossibleTypes(type)[0]?.getFields()[name] : field;
  const declared = row?.extensions.cost;
  const own = typeof declared === 'number' ? declared : type === schema.getMutationType() ? WRITE : 0;
  return { own, leadsTo: field && (getNamedType(field.type) as GraphQLCompositeType) };
}

/** How many fields an introspection answers, about. */
function introspected(parts: Parts, set: SelectionSetNode | undefined): number {
  let fields = 0;
  for (const selection of set?.selections ?? []) {
    if (selection.kind === Kind.FIELD) fields += (parts.lists[selection.name.value] ?? 1) * (1 + introspected(parts, selection.selectionSet));
    else if (selection.kind === Kind.INLINE_FRAGMENT) fields += introspected(parts, selection.selectionSet);
    else {
      const { value: name } = selection.name;
      fields += once(parts.introspected, name, 0, () => introspected(parts, parts.fragments.get(name)?.selectionSet));
    }
  }
  return fields;
}

const sizes = new WeakMap<GraphQLSchema, Readonly<Record<string, number>>>();

function listsOf(schema: GraphQLSchema): Readonly<Record<string, number>> {
  const known = sizes.get(schema);
  if (known) return known;
  const types = Object.values(schema.getTypeMap());
  const fields = types.flatMap((type) => (isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : []));
  const args = fields.reduce((sum, { args: each }) => sum + each.length, 0);
  const lists = { types: types.length, directives: schema.getDirectives().length, fields: fields.length / types.length, args: args / fields.length };
  sizes.set(schema, lists);
  return lists;
}
