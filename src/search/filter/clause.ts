/**
 * Typesense filters as texts: joins them, and measures how large they are. Pure.
 */

/** A Typesense filter; true matches every document, false none. */
export type Clause = string | boolean;

/** A filter may have 100 comparisons, operators and parentheses in Typesense. Some are left for types, names and ids. */
export const MOST_OPERATIONS = 96;

/** How many comparisons, operators and parentheses a clause has. */
export function operationsOf(clause: Clause): number {
  if (typeof clause !== 'string') return 0;
  return 2 * clause.split(OPERATOR).length - 1 + clause.replaceAll(/[^()]/g, '').length;
}

const OPERATOR = / && | \|\| /;

/** Most characters of a filter in a URL: Typesense accepts 4,000. */
const LONGEST_FILTER = 3_000;

/** Adds the narrowing clause to a filter, unless that makes it too large. */
export function narrowedBody(narrow: Clause, filter: string): string {
  const both = joined('&&', [narrow, filter]);
  return typeof both === 'string' && operationsOf(both) <= MOST_OPERATIONS ? both : filter;
}

/** The same for the filter of an export, which is in a URL. */
export function narrowed(narrow: Clause, filter: string): string {
  const both = narrowedBody(narrow, filter);
  return fitsUrl(both) ? both : filter;
}

/** May an export have this filter? */
export function fitsUrl(filter: string): boolean {
  return encodeURIComponent(filter).length <= LONGEST_FILTER;
}

/** Joins clauses with `&&` or `||`, and simplifies true and false. */
export function joined(by: '&&' | '||', parts: readonly Clause[]): Clause {
  const deciding = by === '||';
  if (parts.includes(deciding)) return deciding;
  const texts = parts
    .filter((each): each is string => typeof each === 'string')
    .flatMap((each) => (isChain(each, by) ? each.split(` ${by} `) : [each]));
  if (texts.length === 0) return !deciding;
  const merged = listed(by, texts);
  return merged.length === 1 ? (merged[0] as string) : merged.map((each) => (OPERATOR.test(each) ? `(${each})` : each)).join(` ${by} `);
}

/** Is the clause joined by this operator only? Then it needs no parentheses inside more of it. */
function isChain(clause: string, by: '&&' | '||'): boolean {
  return !clause.includes('(') && !clause.includes(by === '&&' ? ' || ' : ' && ');
}

/** Merges comparisons of one field into one list: any of its tokens, or none of them. Each list counts once. */
function listed(by: '&&' | '||', texts: readonly string[]): string[] {
  const comparison = by === '||' ? /^([^:() ]+:=?)([^()&|<>!=]+)$/ : /^([^:() ]+:!=)([^()&|<>]+)$/;
  const tokens = new Map<string, Set<string>>();
  for (const text of texts) {
    const [, head = text, list] = comparison.exec(text) ?? [];
    const found = tokens.get(head) ?? new Set();
    tokens.set(head, found);
    for (const token of list?.replace(/^\[(.*)\]$/, '$1').split(',') ?? []) found.add(token);
  }
  return [...tokens].map(([head, found]) => (found.size > 1 ? `${head}[${[...found].join(',')}]` : `${head}${[...found].join()}`));
}
