/**
 * Which cell of the columns has the focus, which one is edited, and what keys do there.
 */
import type { TargetedFocusEvent, TargetedKeyboardEvent } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useKey } from '../../keys.ts';
import { CELL, isEditable, spotAfter } from './cells.ts';
import type { FieldRow } from './field-tree.ts';

interface CellPlace {
  readonly path: string;
  readonly cell: number;
}

interface FieldGrid {
  readonly rows: readonly FieldRow[];
  /** The column that the URL names. */
  readonly selected: string | undefined;
  readonly body: { readonly current: HTMLTableSectionElement | null };
  /** The height of a row, px. */
  readonly line: number;
  /** The cell after those that can be edited, and how many cells a wide window shows. */
  readonly profileCell: number;
  readonly cells: number;
  readonly mayEdit: boolean;
  readonly onFold: (path: string) => void;
}

export function useFieldGrid({ rows, selected, body, line, profileCell, cells, mayEdit, onFold }: FieldGrid) {
  const [active, setActive] = useState<CellPlace>({ path: selected ?? '', cell: CELL.name });
  const [editing, edit] = useState<CellPlace | undefined>(undefined);
  const places = useMemo(() => new Map(rows.map(({ node }, index) => [node.path, index])), [rows]);
  const at = places.get(active.path) ?? 0;
  const focusNext = useFocusNext(body);
  useSelectedInSight(body, selected, selected === undefined ? undefined : places.get(selected), line);
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLTableElement>): void => {
    const row = rows[at];
    if (editing || isInEditor(event.target) || !row) return;
    if (mayEdit && (event.key === 'Enter' || event.key === 'F2') && isEditable(active.cell) && active.cell < profileCell && row.node.field) {
      event.preventDefault();
      edit({ path: row.node.path, cell: active.cell });
      return;
    }
    const target = spotAfter(event.key, rows, { row: at, cell: active.cell }, lastCell(body.current, cells), onFold);
    const path = target && rows[target.row]?.node.path;
    if (!target || path === undefined || !body.current) return;
    event.preventDefault();
    focusNext.current = true;
    setActive({ path, cell: target.cell });
    if (target.row !== at) scrollToLine(body.current, target.row, line);
  };
  const onFocusIn = (event: TargetedFocusEvent<HTMLTableElement>): void => {
    const cell = event.target instanceof Element && !isInEditor(event.target) ? event.target.closest<HTMLElement>('[data-cell]') : null;
    const path = cell?.closest<HTMLElement>('tr')?.dataset.path;
    if (cell && path !== undefined) setActive({ path, cell: Number(cell.dataset.cell) });
  };
  const close = (): void => {
    focusNext.current = true;
    edit(undefined);
  };
  /** What edits the same cell of the column below. */
  const after = ({ path, cell }: CellPlace): (() => void) | undefined => {
    const next = rows.findIndex(({ node }, index) => index > (places.get(path) ?? rows.length) && node.field !== undefined);
    const below = rows[next]?.node.path;
    if (below === undefined) return undefined;
    return () => {
      setActive({ path: below, cell });
      edit({ path: below, cell });
      if (body.current) scrollToLine(body.current, next, line);
    };
  };
  useKey('table', () => focusedCell(body.current)?.focus());
  return { active, at, editing, edit, onKeyDown, onFocusIn, close, after };
}

/** After it is set, the next drawing gives the focus to the active cell. */
function useFocusNext(body: FieldGrid['body']): { current: boolean } {
  const focusNext = useRef(false);
  useLayoutEffect(() => {
    if (!focusNext.current) return;
    const cell = focusedCell(body.current);
    if (!cell) return;
    focusNext.current = false;
    cell.focus();
  });
  return focusNext;
}

/** A link to a column shows it, as soon as its row is there. */
function useSelectedInSight(body: FieldGrid['body'], selected: string | undefined, selectedAt: number | undefined, line: number): void {
  const shown = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (selectedAt !== undefined && shown.current !== selected && body.current) scrollToLine(body.current, selectedAt, line);
    shown.current = selectedAt === undefined ? undefined : selected;
  }, [body, selected, selectedAt, line]);
}

function focusedCell(body: HTMLElement | null): HTMLElement | null | undefined {
  return body?.querySelector<HTMLElement>('[data-cell][tabindex="0"]');
}

function isInEditor(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.edit-here') !== null;
}

/** A narrow window shows fewer cells. */
function lastCell(body: HTMLElement | null, count: number): number {
  const cells = [...(body?.querySelectorAll('.field-row > td') ?? [])].slice(0, count);
  return cells.filter((cell) => cell.getClientRects().length > 0).length - 1;
}

function scrollToLine(body: HTMLElement, index: number, line: number): void {
  const top = body.getBoundingClientRect().top + index * line;
  const [least, most] = [120, innerHeight - line - 16];
  if (top < least) scrollBy(0, top - least);
  else if (top > most) scrollBy(0, top - most);
}
