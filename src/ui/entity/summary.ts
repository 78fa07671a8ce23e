/**
 * The first paragraph of a Markdown text as plain text, for places with room for a few lines.
 */
export function summaryOf(markdown: string): string {
  const blocks = markdown.split(/\n\s*\n/).map((block) => block.trim());
  const first = blocks.find((block) => isParagraph(block)) ?? blocks.find((block) => block !== '') ?? '';
  return plainText(first);
}

/** Not a heading alone, a rule, code, a table or a quote. */
function isParagraph(block: string): boolean {
  const rest = block.replace(/^#{1,6} .*$/m, '').trim();
  return rest !== '' && !/^(?:```|~~~|\||>|[-*_]{3,}$)/.test(rest);
}

/** The text without the marks of Markdown. */
function plainText(markdown: string): string {
  return markdown
    .replace(/^#{1,6} .*\n+/, '')
    .replace(/!?\[([^\]]*)\]\((?:<[^>]*>|[^()\s]*(?:\([^()]*(?:\([^()]*\)[^()]*)*\)[^()\s]*)*)(?:\s+"[^"]*")?\)/g, '$1')
    .replace(/^\s*(?:[-*+]|\d+\.)\s+/gm, '')
    .replace(/^#{1,6}\s+/gm, '')
    .replace(/(\*\*|__|~~|`)(.+?)\1/g, '$2')
    .replace(/(^|[\s(])([*_])(\S(?:.*?\S)?)\2(?=$|[\s).,;:!?])/g, '$1$3')
    .replace(/\\([\\`*_{}[\]()#+\-.!~|<>])/g, '$1')
    .trim();
}
