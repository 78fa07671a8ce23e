/**
 * Validates a document by the rules of graphql, as its own `validate` does, but in steps: a long document is walked through once for all
 * rules, and others get a turn in between.
 */
import {
  type ASTNode,
  type ASTVisitor,
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  getEnterLeaveForKind,
  Kind,
  specifiedRules,
  TypeInfo,
  ValidationContext,
  visitInParallel,
  visitWithTypeInfo,
} from 'graphql';
import { QueryDocumentKeys } from 'graphql/language/ast.js';
import type { Steps } from '../../slices.ts';

/** After so many errors nobody reads on. */
const MOST_ERRORS = 100;

/** @returns what is wrong with the document */
export function* validateSteps(schema: GraphQLSchema, document: DocumentNode): Steps<readonly GraphQLError[]> {
  const errors: GraphQLError[] = [];
  const types = new TypeInfo(schema);
  const context = new ValidationContext(schema, document, types, (error) => {
    errors.push(error);
  });
  const visitor = visitWithTypeInfo(types, visitInParallel(specifiedRules.map((rule) => rule(context))));
  yield* walk({ visitor, errors, above: [] }, document);
  return errors;
}

interface Walk {
  readonly visitor: ASTVisitor;
  readonly errors: readonly GraphQLError[];
  /** The nodes above the present one. */
  readonly above: ASTNode[];
}

function* walk(state: Walk, node: ASTNode): Steps<void> {
  const { visitor, errors, above } = state;
  const { enter, leave } = getEnterLeaveForKind(visitor, node.kind);
  enter?.call(visitor, node, undefined, above.at(-1), [], above);
  above.push(node);
  for (const child of childrenOf(node)) {
    if (errors.length >= MOST_ERRORS) return;
    yield* walk(state, child);
  }
  above.pop();
  leave?.call(visitor, node, undefined, above.at(-1), [], above);
  yield;
}

/** Names are left out: no rule looks at them by themselves. */
function childrenOf(node: ASTNode): ASTNode[] {
  const values = node as unknown as Readonly<Record<string, ASTNode | readonly ASTNode[] | undefined>>;
  return QueryDocumentKeys[node.kind].flatMap((key) => values[key] ?? []).filter((child) => child.kind !== Kind.NAME);
}
