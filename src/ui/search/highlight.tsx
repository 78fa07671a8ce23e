/**
 * Marks the words of the query in a text.
 */
import type { VNode } from 'preact';

/** The words of a query that may occur in texts, without its operators and field names. */
export function wordsOf(query: string): string[] {
  const words = query.replace(/[\w.]+:/g, ' ').match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.map((word) => word.toLowerCase()))].filter((word) => !['and', 'or', 'not'].includes(word));
}

/** The word in singular and plural, because the server also finds `order` for `orders`. */
function patternOf(word: string): string {
  const own = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return word.length > 3 && word.endsWith('s') ? `${own}|${own.slice(0, -1)}` : own;
}

interface HighlightProps {
  readonly text: string;
  readonly words: readonly string[];
  /** The most characters that are shown, around the first match. */
  readonly most?: number;
}

export function Highlight({ text, words, most = 240 }: HighlightProps): VNode {
  if (words.length === 0) return <>{cut(text, 0, most)}</>;
  const pattern = new RegExp(`(${words.map(patternOf).join('|')})`, 'giu');
  const first = text.search(pattern);
  const parts = cut(text, Math.max(0, first - 60), most).split(pattern);
  return <>{parts.map((part, at) => (at % 2 === 1 ? <mark key={at}>{part}</mark> : part))}</>;
}

function cut(text: string, from: number, most: number): string {
  if (text.length <= most) return text;
  const start = from === 0 ? 0 : text.lastIndexOf(' ', from) + 1;
  const part = text.slice(start, start + most);
  return `${start > 0 ? '… ' : ''}${part}${start + most < text.length ? '…' : ''}`;
}
