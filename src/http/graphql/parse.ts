/**
 * GraphQL's parser, kept from texts that are too long, nested too deeply or ask for too much.
 */
import { type DocumentNode, GraphQLError, Lexer, type ParseOptions, parse, Source, TokenKind } from 'graphql';
import { refuseOversize } from './limits.ts';

/** Characters of a query, its comments included: long values go into its variables. */
const MOST_CHARACTERS = 500_000;
/** Words and signs of a query. */
const MOST_TOKENS = 20_000;
/** Parentheses of all kinds within each other. */
const MOST_NESTED = 200;

const OPENING = new Set<string>([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const CLOSING = new Set<string>([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/** @throws GraphQLError */
export function parseQuery(text: string | Source, options?: ParseOptions): DocumentNode {
  const source = typeof text === 'string' ? new Source(text) : text;
  if (source.body.length > MOST_CHARACTERS) throw tooMuch(source, MOST_CHARACTERS, `more than ${MOST_CHARACTERS} characters`);
  const lexer = new Lexer(source);
  let depth = 0;
  for (let count = 1; lexer.advance().kind !== TokenKind.EOF; count++) {
    const { kind, start } = lexer.token;
    if (OPENING.has(kind)) depth++;
    else if (CLOSING.has(kind)) depth--;
    if (count > MOST_TOKENS) throw tooMuch(source, start, `more than ${MOST_TOKENS} words and signs`);
    if (depth > MOST_NESTED) throw tooMuch(source, start, `more than ${MOST_NESTED} parentheses within each other`);
  }
  const document = parse(source, options);
  refuseOversize(document);
  return document;
}

function tooMuch(source: Source, position: number, what: string): GraphQLError {
  return new GraphQLError(`Syntax Error: ${what}`, { source, positions: [position] });
}
