/**
 * The text of a search: words that are ranked, and what the query language makes filters of (docs/semantics.md 9.2).
 */
import type { Fields } from '../../model/fields.ts';
import { fitting } from '../filter/exact.ts';
import { ANY, matchesGlob, ONE } from '../filter/glob.ts';
import { type FieldPattern, type Pattern, plainText, propertyField, type Query } from '../filter/query-ast.ts';
import { both, criterion, EVERYTHING, type Filter } from '../filter/tree.ts';

interface SearchText {
  /** The words that must all occur. If empty: everything matches. */
  readonly words: string;
  readonly filter: Filter;
}

/** Is the input empty or `*`, so that everything matches? */
export function isEverything(input: string): boolean {
  return ['', '*'].includes(input.trim());
}

/** Splits a query into its plain words and the rest, as a filter. */
export function searchText(fields: Fields, query: Query): SearchText {
  const parts = query.is === 'and' ? query.of : [query];
  const words: string[] = [];
  const filters: Filter[] = [];
  for (const part of parts) {
    if (part.is === 'word' && part.field === undefined && !part.text.startsWith('urn:')) words.push(part.text);
    else if (part.is === 'phrase' && part.field === undefined) {
      words.push(part.text);
      filters.push(filterOf(fields, part));
    } else filters.push(filterOf(fields, part));
  }
  return { words: words.join(' ').trim(), filter: both(...filters) };
}

/** The whole query as a filter, words included. */
export function filterOf(fields: Fields, query: Query): Filter {
  switch (query.is) {
    case 'all':
      return EVERYTHING;
    case 'and':
    case 'or':
      return { is: query.is, of: query.of.map((each) => filterOf(fields, each)) };
    case 'not':
      return { is: 'not', of: filterOf(fields, query.of) };
    case 'exists':
      return inFields(fields, query.field, (field) => criterion(field, 'EXISTS'));
    case 'word':
      return inFields(fields, query.field, (field) => criterion(field, 'WORD', query.text));
    case 'phrase':
      return inFields(fields, query.field, (field) =>
        criterion(field, field === '' && !query.text.startsWith('urn:') ? 'PHRASE' : 'WORD', query.text),
      );
    case 'like':
      return inFields(fields, query.field, (field) => criterion(field, 'LIKE', marked(query.pattern)));
    case 'range': {
      const { from, to } = query;
      const [above, below] = [
        from?.inclusive ? 'GREATER_THAN_OR_EQUAL_TO' : 'GREATER_THAN',
        to?.inclusive ? 'LESS_THAN_OR_EQUAL_TO' : 'LESS_THAN',
      ] as const;
      return inFields(fields, query.field, (field) =>
        from && to
          ? { ...criterion(field, 'RANGE', from.value, to.value), bounds: [above, below] }
          : both(...(from ? [criterion(field, above, from.value)] : []), ...(to ? [criterion(field, below, to.value)] : [])),
      );
    }
  }
}

/** A pattern in the form of criteria: U+0001 for any characters, U+0002 for one. */
export function marked(pattern: Pattern): string {
  return pattern.map((piece) => (typeof piece === 'string' ? piece : piece.wild === '*' ? ANY : ONE)).join('');
}

/** The named field, or any field whose name matches the pattern. Without a field: all texts that a plain query searches. */
function inFields(fields: Fields, pattern: FieldPattern | undefined, make: (field: string) => Filter): Filter {
  if (pattern === undefined) return make('');
  // One name for all properties that the pattern matches (resolved-query.ts).
  if (propertyField(pattern)) return make(marked(pattern));
  const plain = plainText(pattern);
  if (plain !== undefined) return make(plain);
  const matching = [...fields.keys()].filter((name) => matchesGlob(marked(pattern), name)).map(make);
  return { is: 'or', of: fitting(fields, matching) };
}
