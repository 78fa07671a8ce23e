/**
 * GraphQL's parser, with limits on the length, the nesting and the cost of a query.
 */
import { type DocumentNode, GraphQLError, Lexer, parse, Source, TokenKind } from 'graphql';
import { MOST_DIGITS } from '../../model/json.ts';
import { refuseOversize } from './limits.ts';

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
