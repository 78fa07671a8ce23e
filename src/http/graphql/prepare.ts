/**
 * Parses, weighs and checks a query before it runs, in slices, and remembers those that were asked before: clients send the same ones again.
 */
import { assertValidSchema, type DocumentNode, GraphQLError, type GraphQLSchema } from 'graphql';
import { inSlices, makeSlices, yieldIfDue } from '../../slices.ts';
import { refuseCostly } from './cost.ts';
import { parseQuery } from './parse.ts';
import { validateSteps } from './validate.ts';

/** A query that may run, or what is wrong with it. */
export interface PreparedQuery {
  readonly document?: DocumentNode;
  readonly errors: readonly GraphQLError[];
  readonly cost: number;
}

/** Most characters of the queries that are remembered: those of a web frontend have two million. */
const MOST_KEPT = 4_000_000;
/** Characters of a new query that weigh as much as a small read: it has to be parsed and checked. */
const CHARACTERS_OF_ONE = 1_000;
/** Characters of a query whose parts take longer than a slice. */
const LONG = 10_000;

/**
 * @returns a function that never fails: what is wrong with a query is part of what it returns. Before it reads a new query it waits until
 *   work of that weight may begin.
 */
export function makePrepare(schema: GraphQLSchema): (text: string, begin?: (weight: number) => Promise<void>) => Promise<PreparedQuery> {
  assertValidSchema(schema);
  /** By text, the one that was asked last at the end. What is asked for the first time leaves only its text: most such queries never come again. */
  const kept = new Map<string, PreparedQuery | undefined>();
  let characters = 0;
  return async (text, begin) => {
    if (!kept.get(text)) await begin?.(Math.floor(text.length / CHARACTERS_OF_ONE));
    const prepared = kept.get(text) ?? (await prepare(schema, text));
    if (!prepared.document) return prepared;
    const again = kept.delete(text);
    if (!again) characters += text.length;
    kept.set(text, again ? prepared : undefined);
    for (const [oldest] of kept) {
      if (characters <= MOST_KEPT) break;
      kept.delete(oldest);
      characters -= oldest.length;
    }
    return prepared;
  };
}

async function prepare(schema: GraphQLSchema, text: string): Promise<PreparedQuery> {
  const slices = makeSlices();
  if (text.length > LONG) await slices.begin();
  try {
    const document = parseQuery(text);
    await yieldIfDue(slices);
    const cost = refuseCostly(schema, document);
    await yieldIfDue(slices);
    const errors = await inSlices(validateSteps(schema, document), slices);
    return { ...(errors.length === 0 && { document }), errors, cost };
  } catch (error) {
    return { errors: [error instanceof GraphQLError ? error : new GraphQLError(String(error), { originalError: error as Error })], cost: 0 };
  }
}
