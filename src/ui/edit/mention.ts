/**
 * Links to entities in Markdown, which the writer starts with `@`.
 */

export interface Mention {
  /** Where the `@` is in the text. */
  readonly from: number;
  /** What follows it, up to the caret. */
  readonly asked: string;
}

/** The `@` before the caret and what follows it; undefined if the caret is not behind one. An address of mail is none. */
export function mentionAt(text: string, caret: number): Mention | undefined {
  const found = /(?:^|[\s([{*_"'])@([^\s@]{0,80})$/u.exec(text.slice(0, caret));
  return found?.[1] === undefined ? undefined : { from: caret - found[1].length - 1, asked: found[1] };
}

/** The text with a link in place of the mention, and where the caret then is. */
export function withLink(text: string, { from, asked }: Mention, name: string, urn: string): { readonly text: string; readonly caret: number } {
  const label = name.replace(/[\\[\]*_`]/g, '\\$&');
  const link = `[${label}](${/[\s<>]/.test(urn) || !isBalanced(urn) ? `<${urn.replace(/[<>]/g, '')}>` : urn})`;
  const after = text.slice(from + 1 + asked.length);
  const space = /^[\s.,;:!?)]/.test(after) ? '' : ' ';
  return { text: text.slice(0, from) + link + space + after, caret: from + link.length + space.length };
}

/** An address in Markdown may contain brackets in pairs. */
function isBalanced(text: string): boolean {
  let depth = 0;
  for (const char of text) {
    if (char === '(') depth++;
    else if (char === ')' && --depth < 0) return false;
  }
  return depth === 0;
}
