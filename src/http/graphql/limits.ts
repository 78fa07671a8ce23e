/**
 * How much one request may ask for: words, depth, fields. Counted before anything is read, in time linear in the query.
 */
import { type FragmentDefinitionNode, GraphQLError, type SelectionSetNode, type ValidationRule } from 'graphql';

/** Words and signs of the query text. */
export const MOST_TOKENS = 20_000;
/** The introspection queries of the usual tools go down to 15. */
const MOST_DEPTH = 30;
/** Fields after all fragments are written out. */
const MOST_FIELDS = 10_000;

interface Size {
  readonly depth: number;
  readonly fields: number;
}

/** Validation rule: refuses operations that are too deep or too large. */
export const limitSize: ValidationRule = (context) => {
  const sizes = new Map<string, Size>();
  const fragment = (name: string): FragmentDefinitionNode | null | undefined => context.getFragment(name);

  function sizeOf({ selections }: SelectionSetNode): Size {
    let depth = 0;
    let fields = 0;
    for (const selection of selections) {
      const inner =
        selection.kind === 'FragmentSpread'
          ? sizeOfFragment(selection.name.value)
          : selection.selectionSet
            ? sizeOf(selection.selectionSet)
            : { depth: 0, fields: 0 };
      const own = selection.kind === 'Field' ? 1 : 0;
      depth = Math.max(depth, inner.depth + own);
      fields += inner.fields + own;
    }
    return { depth, fields };
  }

  /** Each fragment is measured once; one that leads back to itself counts as nothing, and is refused by another rule. */
  function sizeOfFragment(name: string): Size {
    const known = sizes.get(name);
    if (known) return known;
    sizes.set(name, { depth: 0, fields: 0 });
    const node = fragment(name);
    const size = node ? sizeOf(node.selectionSet) : { depth: 0, fields: 0 };
    sizes.set(name, size);
    return size;
  }

  return {
    OperationDefinition(node) {
      const { depth, fields } = sizeOf(node.selectionSet);
      if (depth > MOST_DEPTH)
        context.reportError(new GraphQLError(`The query is ${depth} levels deep; at most ${MOST_DEPTH} are answered`, { nodes: node }));
      if (fields > MOST_FIELDS)
        context.reportError(new GraphQLError(`The query asks for ${fields} fields; at most ${MOST_FIELDS} are answered`, { nodes: node }));
    },
  };
};
