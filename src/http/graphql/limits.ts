/**
 * How much one request may ask for: depth, fields. Counted before anything is validated or read, in time linear in the query.
 */
import { type DocumentNode, type FragmentDefinitionNode, GraphQLError, Kind, type SelectionSetNode } from 'graphql';

/** The introspection queries of the usual tools go down to 15. */
const MOST_DEPTH = 30;
/** Fields after all fragments are written out. */
const MOST_FIELDS = 5_000;

interface Size {
  readonly depth: number;
  readonly fields: number;
}

const NOTHING: Size = { depth: 0, fields: 0 };

/** @throws GraphQLError for an operation that is too deep or too large */
export function refuseOversize(document: DocumentNode): void {
  const fragments = new Map(document.definitions.filter((each) => each.kind === Kind.FRAGMENT_DEFINITION).map((each) => [each.name.value, each]));
  const sizes = new Map<string, Size>();
  for (const node of document.definitions) {
    if (node.kind !== Kind.OPERATION_DEFINITION) continue;
    const { depth, fields } = sizeOf(node.selectionSet, fragments, sizes);
    if (depth > MOST_DEPTH) throw new GraphQLError(`The query is ${depth} levels deep; at most ${MOST_DEPTH} are answered`, { nodes: node });
    if (fields > MOST_FIELDS) throw new GraphQLError(`The query asks for ${fields} fields; at most ${MOST_FIELDS} are answered`, { nodes: node });
  }
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

/** Each fragment is measured once; one that leads back to itself counts as nothing, and is refused by validation. */
function sizeOfFragment(name: string, fragments: Fragments, sizes: Map<string, Size>): Size {
  const known = sizes.get(name);
  if (known) return known;
  sizes.set(name, NOTHING);
  const node = fragments.get(name);
  const size = node ? sizeOf(node.selectionSet, fragments, sizes) : NOTHING;
  sizes.set(name, size);
  return size;
}
