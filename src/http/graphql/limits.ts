/**
 * Limits the depth and the fields of a query. It counts before anything is validated or read, in a time that is linear in the query.
 */
import { type DocumentNode, type FragmentDefinitionNode, GraphQLError, Kind, type OperationDefinitionNode, type SelectionSetNode } from 'graphql';

/** The introspection queries of the usual tools go down to 15. */
const MOST_DEPTH = 30;
/** Most fields after all fragments are expanded. */
const MOST_FIELDS = 5_000;
/** Most fragments: validation compares each fragment with each other one, and all fields of the same name in the same place. */
const MOST_FRAGMENTS = 300;
const MOST_COMPARED = 250_000;
/** Most steps while all fragments are expanded. */
const MOST_STEPS = 50_000;

interface Size {
  readonly depth: number;
  readonly fields: number;
}

const NOTHING: Size = { depth: 0, fields: 0 };

/** @throws GraphQLError for an operation that is too deep or too large */
export function refuseOversize(document: DocumentNode): void {
  const fragments = new Map(document.definitions.filter((each) => each.kind === Kind.FRAGMENT_DEFINITION).map((each) => [each.name.value, each]));
  if (fragments.size > MOST_FRAGMENTS) throw new GraphQLError(`The query has ${fragments.size} fragments; at most ${MOST_FRAGMENTS} are read`);
  const sizes = new Map<string, Size>();
  for (const node of document.definitions) {
    if (node.kind !== Kind.OPERATION_DEFINITION) continue;
    const { depth, fields } = sizeOf(node.selectionSet, fragments, sizes);
    if (depth > MOST_DEPTH) throw new GraphQLError(`The query is ${depth} levels deep; at most ${MOST_DEPTH} are answered`, { nodes: node });
    if (fields > MOST_FIELDS) throw new GraphQLError(`The query asks for ${fields} fields; at most ${MOST_FIELDS} are answered`, { nodes: node });
    refuseRepeated(node, fragments);
  }
}

/** A place in the answer: how often the query names it, and the places below. */
interface Place {
  count: number;
  readonly below: Map<string, Place>;
}

/** @throws GraphQLError if one name is repeated so often in one place that comparing takes long */
function refuseRepeated(operation: OperationDefinitionNode, fragments: Fragments): void {
  let steps = 0;
  let compared = 0;
  const tooMuch = (): GraphQLError =>
    new GraphQLError('The query asks for the same fields too often in one place; ask for each once, or under a name of its own', {
      nodes: operation,
    });
  const visit = ({ selections }: SelectionSetNode, below: Map<string, Place>, within: ReadonlySet<string>): void => {
    for (const selection of selections) {
      if (++steps > MOST_STEPS) throw tooMuch();
      if (selection.kind === Kind.FIELD) {
        const name = (selection.alias ?? selection.name).value;
        const place = below.get(name) ?? { count: 0, below: new Map<string, Place>() };
        below.set(name, place);
        compared += place.count++;
        if (compared > MOST_COMPARED) throw tooMuch();
        if (selection.selectionSet) visit(selection.selectionSet, place.below, within);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) visit(selection.selectionSet, below, within);
      else {
        const name = selection.name.value;
        const node = fragments.get(name);
        // Validation refuses a fragment that leads back to itself.
        if (node && !within.has(name)) visit(node.selectionSet, below, new Set([...within, name]));
      }
    }
  };
  visit(operation.selectionSet, new Map(), new Set());
}

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

function sizeOf({ selections }: SelectionSetNode, fragments: Fragments, sizes: Map<string, Size>): Size {
  let depth = 0;
  let fields = 0;
  for (const selection of selections) {
    const own = selection.kind === Kind.FIELD ? 1 : 0;
    const inner =
      selection.kind === Kind.FRAGMENT_SPREAD
        ? sizeOfFragment(selection.name.value, fragments, sizes)
        : selection.selectionSet
          ? sizeOf(selection.selectionSet, fragments, sizes)
          : NOTHING;
    depth = Math.max(depth, inner.depth + own);
    fields += inner.fields + own;
  }
  return { depth, fields };
}

/** Measures each fragment once. One that leads back to itself counts as nothing: validation refuses it. */
function sizeOfFragment(name: string, fragments: Fragments, sizes: Map<string, Size>): Size {
  const known = sizes.get(name);
  if (known) return known;
  sizes.set(name, NOTHING);
  const node = fragments.get(name);
  const size = node ? sizeOf(node.selectionSet, fragments, sizes) : NOTHING;
  sizes.set(name, size);
  return size;
}
