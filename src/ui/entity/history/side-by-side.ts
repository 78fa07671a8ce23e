/**
 * Lays out two JSON values as lines of text side by side: equal content on the same line, differences marked.
 */
import { isRecord } from '../../data/is-record.ts';
import { pairItems } from './pair-items.ts';

export interface Line {
  readonly kind: 'same' | 'added' | 'removed' | 'changed';
  readonly depth: number;
  /** Absent if this side has nothing. */
  readonly left: string | undefined;
  readonly right: string | undefined;
}

/** Members come in the order of the first value; new ones of the second follow. */
export function sideBySide(before: unknown, after: unknown): Line[] {
  const lines: Line[] = [];
  both('', before, after, 0, '', lines);
  return lines;
}

const MISSING = Symbol('missing');

function both(name: string, before: unknown, after: unknown, depth: number, comma: string, lines: Line[]): void {
  if (before === MISSING) return one('added', name, after, depth, comma, lines);
  if (after === MISSING) return one('removed', name, before, depth, comma, lines);
  const lists = Array.isArray(before) && Array.isArray(after);
  if (!lists && !(isRecord(before) && isRecord(after))) {
    const [left, right] = [printed(name, before, comma, depth), printed(name, after, comma, depth)];
    if (left.length === 1 && right.length === 1)
      lines.push({ kind: JSON.stringify(before) === JSON.stringify(after) ? 'same' : 'changed', depth, left: left[0]?.text, right: right[0]?.text });
    else
      for (const [kind, value] of [
        ['removed', before],
        ['added', after],
      ] as const)
        one(kind, name, value, depth, comma, lines);
    return;
  }
  const members: { name: string; before: unknown; after: unknown }[] = lists
    ? pairItems(before, after).map((pair) => ({
        name: '',
        before: 'before' in pair ? pair.before : MISSING,
        after: 'after' in pair ? pair.after : MISSING,
      }))
    : membersOf(before as Record<string, unknown>, after as Record<string, unknown>);
  const [open, close] = lists ? ['[', ']'] : ['{', '}'];
  if (members.length === 0) {
    lines.push(same(`${name}${open}${close}${comma}`, depth));
    return;
  }
  lines.push(same(`${name}${open}`, depth));
  for (const [index, member] of members.entries())
    both(member.name, member.before, member.after, depth + 1, index < members.length - 1 ? ',' : '', lines);
  lines.push(same(`${close}${comma}`, depth));
}

function membersOf(before: Record<string, unknown>, after: Record<string, unknown>): { name: string; before: unknown; after: unknown }[] {
  const at = (value: Record<string, unknown>, key: string): unknown => (Object.hasOwn(value, key) ? value[key] : MISSING);
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].map((key) => ({
    name: `${JSON.stringify(key)}: `,
    before: at(before, key),
    after: at(after, key),
  }));
}

function same(text: string, depth: number): Line {
  return { kind: 'same', depth, left: text, right: text };
}

function one(kind: 'added' | 'removed', name: string, value: unknown, depth: number, comma: string, lines: Line[]): void {
  for (const { text, depth: at } of printed(name, value, comma, depth))
    lines.push({ kind, depth: at, left: kind === 'removed' ? text : undefined, right: kind === 'added' ? text : undefined });
}

function printed(name: string, value: unknown, comma: string, depth: number): { text: string; depth: number }[] {
  return `${name}${JSON.stringify(value, null, 1)}${comma}`.split('\n').map((line) => {
    const text = line.trimStart();
    return { text, depth: depth + line.length - text.length };
  });
}

/** A run of lines that are shown, or of equal lines that are folded. */
export interface Block {
  readonly folded: boolean;
  readonly lines: readonly Line[];
}

/** Folds equal lines that are more than `context` lines away from a difference. */
export function folded(lines: readonly Line[], context: number): Block[] {
  const near = new Array<boolean>(lines.length).fill(false);
  for (const [index, { kind }] of lines.entries()) {
    if (kind === 'same') continue;
    for (let at = Math.max(0, index - context); at <= Math.min(lines.length - 1, index + context); at++) near[at] = true;
  }
  const blocks: { folded: boolean; lines: Line[] }[] = [];
  for (const [index, line] of lines.entries()) {
    const fold = near[index] !== true;
    const last = blocks.at(-1);
    if (last && last.folded === fold) last.lines.push(line);
    else blocks.push({ folded: fold, lines: [line] });
  }
  // Folding one or two lines would save no room.
  return blocks.map((block) => (block.lines.length <= 2 ? { ...block, folded: false } : block));
}
