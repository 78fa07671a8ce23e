/**
 * Limits the depth of a query and what checking it costs, before anything is validated or read, in a time that is linear in the query. How
 * many fields it asks for is not limited: known clients ask for 130,000, most of them of other entity types than those that are found. What
 * is answered is limited (budget.ts).
 */
import { type DocumentNode, type FragmentDefinitionNode, GraphQLError, Kind, type OperationDefinitionNode, type SelectionSetNode } from 'graphql';

/** The introspection queries of the usual tools go down to 15. */
const MOST_DEPTH = 30;
/**
 * Most fragments: validation compares each fragment with each other one, and all fields of the same name in the same place. Documents of a
 * web frontend have 53.
 */
const MOST_FRAGMENTS = 120;
const MOST_COMPARED = 250_000;

/** @throws GraphQLError for an operation that is too deep or too large */
export function refuseOversize(document: DocumentNode): void {
  const fragments = new Map(document.definitions.filter((each) => each.kind === Kind.FRAGMENT_DEFINITION).map((each) => [each.name.value, each]));
  if (fragments.size > MOST_FRAGMENTS) throw new GraphQLError(`The query has ${fragments.size} fragments; at most ${MOST_FRAGMENTS} are read`);
  const depths = new Map<string, number>();
  for (const node of document.definitions) {
    if (node.kind !== Kind.OPERATION_DEFINITION) continue;
    const depth = depthOf(node.selectionSet, fragments, depths);
    if (depth > MOST_DEPTH) throw new GraphQLError(`The query is ${depth} levels deep; at most ${MOST_DEPTH} are answered`, { nodes: node });
    refuseRepeated(node, fragments);
  }
}

/** A place in the answer: how often the query names it, and the places below. */
interface AnswerPlace {
  count: number;
  readonly below: Map<string, AnswerPlace>;
}

/**
 * Each fragment counts where it is first used: validation compares two fragments once, however often both are used.
 *
 * @throws GraphQLError if one name is repeated so often in one place that comparing takes long
 */
function refuseRepeated(operation: OperationDefinitionNode, fragments: Fragments): void {
  let compared = 0;
  const used = new Set<string>();
  const visit = ({ selections }: SelectionSetNode, below: Map<string, AnswerPlace>): void => {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        const name = (selection.alias ?? selection.name).value;
        const place = below.get(name) ?? { count: 0, below: new Map<string, AnswerPlace>() };
        below.set(name, place);
        compared += place.count++;
        if (compared > MOST_COMPARED) throw repeated(operation);
        if (selection.selectionSet) visit(selection.selectionSet, place.below);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) visit(selection.selectionSet, below);
      else if (!used.has(selection.name.value)) {
        used.add(selection.name.value);
        const node = fragments.get(selection.name.value);
        if (node) visit(node.selectionSet, below);
      }
    }
  };
  visit(operation.selectionSet, new Map());
}

function repeated(nodes: OperationDefinitionNode): GraphQLError {
  return new GraphQLError('The query asks for the same fields too often in one place; ask for each once, or under a name of its own', { nodes });
}

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

function depthOf({ selections }: SelectionSetNode, fragments: Fragments, depths: Map<string, number>): number {
  let deepest = 0;
  for (const selection of selections) {
    const inner =
      selection.kind === Kind.FRAGMENT_SPREAD
        ? depthOfFragment(selection.name.value, fragments, depths)
        : selection.selectionSet
          ? depthOf(selection.selectionSet, fragments, depths)
          : 0;
    deepest = Math.max(deepest, inner + (selection.kind === Kind.FIELD ? 1 : 0));
  }
  return deepest;
}

function depthOfFragment(name: string, fragments: Fragments, depths: Map<string, number>): number {
  const node = fragments.get(name);
  return node ? once(depths, name, 0, () => depthOf(node.selectionSet, fragments, depths)) : 0;
}

/** Measures each fragment once. One that leads back to itself counts as `nothing` there: validation refuses it. */
export function once<Measure>(known: Map<string, Measure>, name: string, nothing: Measure, measure: () => Measure): Measure {
  const before = known.get(name);
  if (before !== undefined) return before;
  known.set(name, nothing);
  const measured = measure();
  known.set(name, measured);
  return measured;
}
