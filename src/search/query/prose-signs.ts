/** Words with a question mark at the end, in a text of so many words, end a question: no wildcard is meant. */
const LEAST_WORDS = 3;

/** What makes a text with parentheses a query: operators, fields, phrases, wildcards. */
const OPERATORS = /(?:^|[\s(])(?:AND|OR|NOT)(?=[\s(])|[|&!"*:~^\\]|(?:^|[\s(])[-+]/;

/**
 * The text of a search without the signs that a question has as prose: question marks at its end, which the query language takes for
 * wildcards, and parentheses, of which it makes a filter.
 */
export function withoutProseSigns(text: string): string {
  if (text.trim().split(/\s+/).length < LEAST_WORDS || text.startsWith('/q ')) return text;
  const asked = text.replace(/(?<!\\)\?+(?=["')\]]*(?:\s|$)|\p{Lu}\p{Ll})/gu, ' ');
  return asked.includes('?') || OPERATORS.test(asked) ? asked : asked.replace(/[()]/g, ' ');
}
