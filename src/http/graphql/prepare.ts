/**
 * Parses, weighs and checks a query before it runs, in slices, and remembers those that were asked before: clients send the same ones again.
 */
import { type DocumentNode, GraphQLError, type GraphQLSchema, specifiedRules, validate } from 'graphql';
import { makeSlices, yieldIfDue } from '../../slices.ts';
import { refuseCostly } from './cost.ts';
import { parseQuery } from './parse.ts';

/** A query that may run, or what is wrong with it. */
export interface Prepared {
  readonly document?: DocumentNode;
  readonly errors: readonly GraphQLError[];
  readonly cost: number;
}

/** Most characters of the queries that are remembered: those of a web frontend have two million. */
const MOST_KEPT = 4_000_000;
/** Characters of a query whose parts take longer than a slice. */
const LONG = 10_000;
/** Rules that are checked together: each goes through the query once more if it is checked alone. */
const RULES_AT_ONCE = 2;

/** @returns a function that never fails: what is wrong with a query is part of what it returns. It calls `isNew` before it checks a new query. */
export function makePrepare(schema: GraphQLSchema): (text: string, isNew?: () => Promise<void>) => Promise<Prepared> {
  /** By text, the one that was asked last at the end. */
  const kept = new Map<string, Prepared>();
  let characters = 0;
  return async (text, isNew) => {
    if (!kept.has(text)) await isNew?.();
    const before = kept.get(text);
    if (before) kept.delete(text);
    const prepared = before ?? (await prepare(schema, text));
    if (!prepared.document) return prepared;
    if (!before && !kept.has(text)) characters += text.length;
    kept.set(text, prepared);
    for (const [oldest] of kept) {
      if (characters <= MOST_KEPT) break;
      kept.delete(oldest);
      characters -= oldest.length;
    }
    return prepared;
  };
}

async function prepare(schema: GraphQLSchema, text: string): Promise<Prepared> {
  const slices = makeSlices();
  if (text.length > LONG) await slices.begin();
  try {
    const document = parseQuery(text);
    await yieldIfDue(slices);
    const cost = refuseCostly(schema, document);
    for (let at = 0; at < specifiedRules.length; at += RULES_AT_ONCE) {
      await yieldIfDue(slices);
      const errors = validate(schema, document, specifiedRules.slice(at, at + RULES_AT_ONCE));
      if (errors.length > 0) return { errors, cost };
    }
    return { document, errors: [], cost };
  } catch (error) {
    return { errors: [error instanceof GraphQLError ? error : new GraphQLError(String(error), { originalError: error as Error })], cost: 0 };
  }
}
