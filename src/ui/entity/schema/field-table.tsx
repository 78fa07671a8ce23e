import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { FieldRow } from './field-row.tsx';
import type { FieldRow as Row } from './field-tree.ts';
import { useWindow } from './use-window.ts';

const LINE = 54;

interface FieldTableProps {
  readonly rows: readonly Row[];
  readonly words: readonly string[];
  readonly selected: string | undefined;
  readonly onOpen: (path: string) => void;
  readonly onFold: (path: string) => void;
}

/** The columns as a tree grid: arrow keys move and fold, Enter opens. Only the visible rows are drawn, however many there are. */
export function FieldTable({ rows, words, selected, onOpen, onFold }: FieldTableProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const { from, to } = useWindow(body, rows.length, LINE);
  const [active, setActive] = useState<string | undefined>(undefined);
  const places = useMemo(() => new Map(rows.map(({ node }, index) => [node.path, index])), [rows]);
  const at = (active === undefined ? undefined : places.get(active)) ?? 0;
  const focusNext = useRef(false);
  useLayoutEffect(() => {
    if (!focusNext.current) return;
    const button = body.current?.querySelector<HTMLElement>(`.field-open[tabindex="0"]`);
    if (!button) return;
    focusNext.current = false;
    button.focus();
  });
  const goTo = (index: number): void => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, index))];
    if (!row || !body.current) return;
    focusNext.current = true;
    setActive(row.node.path);
    scrollToLine(body.current, Math.min(rows.length - 1, Math.max(0, index)));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const target = keyTarget(event.key, rows, at, onFold);
    if (target === undefined) return;
    event.preventDefault();
    if (target !== at) goTo(target);
  };
  const flat = rows.every(({ open }) => open === undefined);
  return (
    <table
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose lines fold is a tree grid
      role="treegrid"
      class={`fields${flat ? ' is-flat' : ''}`}
      aria-label="Fields"
      aria-rowcount={rows.length + 1}
      onKeyDown={onKeyDown}
    >
      <thead>
        <tr aria-rowindex={1}>
          <th scope="col">Field</th>
          <th scope="col">Type</th>
          <th scope="col">Description</th>
          <th scope="col">Tags and terms</th>
        </tr>
      </thead>
      <tbody ref={body}>
        <Space lines={from} />
        {rows.slice(from, to).map((row, index) => (
          <FieldRow
            key={row.node.path}
            row={row}
            index={from + index}
            words={words}
            active={from + index === at}
            selected={row.node.path === selected}
            onOpen={onOpen}
            onFold={onFold}
          />
        ))}
        <Space lines={rows.length - to} />
      </tbody>
    </table>
  );
}

/** Fills the place of rows that are not drawn. */
function Space({ lines }: { readonly lines: number }) {
  if (lines === 0) return null;
  return (
    <tr class="field-space">
      <td style={{ height: `${lines * LINE}px` }} />
    </tr>
  );
}

/** The row to which a key leads; undefined for other keys. */
function keyTarget(key: string, rows: readonly Row[], at: number, onFold: (path: string) => void): number | undefined {
  const row = rows[at];
  switch (key) {
    case 'ArrowDown':
      return at + 1;
    case 'ArrowUp':
      return at - 1;
    case 'PageDown':
      return at + 10;
    case 'PageUp':
      return at - 10;
    case 'Home':
      return 0;
    case 'End':
      return rows.length - 1;
    case 'ArrowRight':
      if (row?.open === false) onFold(row.node.path);
      return row?.open ? at + 1 : at;
    case 'ArrowLeft':
      if (row?.open) {
        onFold(row.node.path);
        return at;
      }
      return parentOf(rows, at);
    default:
      return undefined;
  }
}

function parentOf(rows: readonly Row[], at: number): number {
  const level = rows[at]?.level ?? 1;
  for (let index = at - 1; index >= 0; index--) if ((rows[index]?.level ?? 1) < level) return index;
  return at;
}

function scrollToLine(body: HTMLElement, index: number): void {
  const top = body.getBoundingClientRect().top + index * LINE;
  const [least, most] = [120, innerHeight - LINE - 16];
  if (top < least) scrollBy(0, top - least);
  else if (top > most) scrollBy(0, top - most);
}
