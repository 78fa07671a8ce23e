/**
 * Parses, weighs and checks a query before it runs, in slices, and remembers those that were asked before: clients send the same ones again.
 */
import { assertValidSchema, type DocumentNode, GraphQLError, type GraphQLSchema, Lexer, parse, Source, TokenKind } from 'graphql';
import { MOST_DIGITS } from '../../model/weigh-json.ts';
import { inSlices, makeSlices, yieldIfDue } from '../../slices.ts';
import { refuseCostly } from './cost.ts';
import { refuseOversize } from './limits.ts';
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

/** Most characters of a query, comments included. Long values belong into variables. */
const MOST_CHARACTERS = 500_000;
/** Most words and signs of a query. The longest of 252 documents of a web frontend has 3,819. */
const MOST_TOKENS = 12_000;
/** Most nested parentheses of any kind. */
const MOST_NESTED = 200;

const NUMBERS = new Set<string>([TokenKind.INT, TokenKind.FLOAT]);
const OPENING = new Set<string>([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const CLOSING = new Set<string>([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/** @throws GraphQLError */
export function parseQuery(text: string): DocumentNode {
  const source = new Source(text);
  if (source.body.length > MOST_CHARACTERS) throw tooMuch(source, MOST_CHARACTERS, `more than ${MOST_CHARACTERS} characters`);
  const document = parse(source, { lexer: countingLexer(source) });
  refuseOversize(document);
  return document;
}

/** A lexer that refuses what is too much before the parser gets it. */
function countingLexer(source: Source): Lexer {
  const lexer = new Lexer(source);
  const advance = lexer.advance.bind(lexer);
  let count = 0;
  let depth = 0;
  lexer.advance = () => {
    const token = advance();
    if (OPENING.has(token.kind)) depth++;
    else if (CLOSING.has(token.kind)) depth--;
    if (NUMBERS.has(token.kind) && token.end - token.start > MOST_DIGITS)
      throw tooMuch(source, token.start, `a number of more than ${MOST_DIGITS} characters`);
    if (++count > MOST_TOKENS) throw tooMuch(source, token.start, `more than ${MOST_TOKENS} words and signs`);
    if (depth > MOST_NESTED) throw tooMuch(source, token.start, `more than ${MOST_NESTED} parentheses within each other`);
    return token;
  };
  return lexer;
}

function tooMuch(source: Source, position: number, what: string): GraphQLError {
  return new GraphQLError(`Syntax Error: ${what}`, { source, positions: [position] });
}
