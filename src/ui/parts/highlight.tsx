/**
 * Marks the words of the query in a text.
 */
import type { VNode } from 'preact';
import { marksOf } from './marks.ts';

interface HighlightProps {
  readonly text: string;
  readonly words: readonly string[];
  /** The most characters that are shown, around the first match. */
  readonly most?: number;
}

export function Highlight({ text, words, most = 240 }: HighlightProps): VNode {
  const shown = cut(text, Math.max(0, (marksOf(text, words)[0]?.[0] ?? 0) - 60), most);
  const parts: (VNode | string)[] = [];
  let done = 0;
  for (const [start, end] of marksOf(shown, words)) {
    parts.push(shown.slice(done, start), <mark key={start}>{shown.slice(start, end)}</mark>);
    done = end;
  }
  return (
    <>
      {parts}
      {shown.slice(done)}
    </>
  );
}

function cut(text: string, from: number, most: number): string {
  if (text.length <= most) return text;
  const start = from === 0 ? 0 : text.lastIndexOf(' ', from) + 1;
  const part = text.slice(start, start + most);
  return `${start > 0 ? '… ' : ''}${part}${start + most < text.length ? '…' : ''}`;
}
