/**
 * Cuts SQL into tokens for colouring. It reads any dialect roughly: it never fails, and every character of the text is in exactly one token.
 */

type TokenKind = 'word' | 'keyword' | 'function' | 'string' | 'number' | 'comment' | 'other';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

const KEYWORDS = new Set(
  `select from where group by having order limit offset join inner left right full outer cross lateral on using as and or not in is null like
  ilike between exists case when then else end union all intersect except distinct with recursive insert into values update set delete create
  replace table view materialized temporary temp if drop alter add column primary key foreign references default cast asc desc nulls first last
  over partition rows range unbounded preceding following current row interval true false qualify window fetch next only top merge matched
  any some grant revoke begin commit rollback explain`.split(/\s+/),
);

const PARTS =
  /(--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|('(?:[^']|'')*(?:'|$))|("(?:[^"]|"")*(?:"|$)|`[^`]*(?:`|$)|\[[A-Za-z_][^\]\n]*\])|(\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b)|([\p{L}_$][\p{L}\p{N}_$]*)|(\s+|.)/gu;

export function tokensOf(sql: string): Token[] {
  const tokens: Token[] = [];
  for (const found of sql.matchAll(PARTS)) {
    const [text, comment, string, quoted, number, word] = found;
    const kind: TokenKind = comment
      ? 'comment'
      : string
        ? 'string'
        : number
          ? 'number'
          : quoted
            ? 'word'
            : word
              ? wordKind(word, sql.slice(found.index + word.length))
              : 'other';
    tokens.push({ kind, text });
  }
  return tokens;
}

function wordKind(word: string, rest: string): TokenKind {
  if (KEYWORDS.has(word.toLowerCase())) return 'keyword';
  return /^\s*\(/.test(rest) ? 'function' : 'word';
}

/** Whether a name in SQL can mean the table of this full name: `fct_orders` and `mart.fct_orders` can mean `hazel.mart.fct_orders`. */
export function mayMean(written: string, full: string): boolean {
  const [short, long] = [written.toLowerCase(), full.toLowerCase()];
  return long === short || long.endsWith(`.${short}`);
}
