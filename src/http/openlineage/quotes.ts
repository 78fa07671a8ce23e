/**
 * Names in quotes: `"my_db"."s"."orders"` is the table my_db.s.orders. Producers send a name as it stood in a statement, or as the catalog of the
 * platform has it; both are one table.
 */

/** What ends a part that begins with this sign. Twice, the sign stands for itself. */
const QUOTES: Readonly<Record<string, string>> = { '"': '"', '`': '`' };
const BRACKETS: Readonly<Record<string, string>> = { ...QUOTES, '[': ']' };

/** A name without the quotes of its parts. As it is if a quote does not end where its part does. */
export function unquoted(name: string, brackets: boolean): string {
  const ends = brackets ? BRACKETS : QUOTES;
  const parts: string[] = [];
  for (let at = 0; at <= name.length; ) {
    const end = ends[name[at] ?? ''];
    const part = end === undefined ? plainPart(name, at) : quotedPart(name, at + 1, end);
    if (!part) return name;
    parts.push(part.text);
    at = part.next;
  }
  return parts.join('.');
}

interface QuotedText {
  readonly text: string;
  /** Where the next part begins. */
  readonly next: number;
}

function plainPart(name: string, from: number): QuotedText {
  const dot = name.indexOf('.', from);
  const end = dot === -1 ? name.length : dot;
  return { text: name.slice(from, end), next: end + 1 };
}

/** The part behind an opening quote; undefined if it does not end before a dot or with the name, or is empty. */
function quotedPart(name: string, from: number, quote: string): QuotedText | undefined {
  let text = '';
  for (let at = from; at < name.length; at++) {
    if (name[at] !== quote) text += name[at];
    else if (name[at + 1] === quote) {
      text += quote;
      at++;
    } else return text !== '' && (at + 1 === name.length || name[at + 1] === '.') ? { text, next: at + 2 } : undefined;
  }
  return undefined;
}
