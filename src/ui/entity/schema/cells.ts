/**
 * The cells of the table of columns: which there are, which can be edited, and where keys lead.
 */
import type { FieldRow } from './field-tree.ts';

/** Structured properties have the cells from `properties` on, one each. */
export const CELL = { name: 0, type: 1, description: 2, labels: 3, properties: 4 } as const;

interface CellSpot {
  /** Index of the row. */
  readonly row: number;
  readonly cell: number;
}

/** Whether people can write what the cell shows. The source alone knows names and types. */
export function isEditable(cell: number): boolean {
  return cell >= CELL.description;
}

/**
 * The cell to which a key leads; undefined for other keys. Left and right move between the cells of a row, and on its name open and close
 * what is below it.
 *
 * @param last the last cell that the table shows
 */
export function spotAfter(
  key: string,
  rows: readonly FieldRow[],
  { row, cell }: CellSpot,
  last: number,
  onFold: (path: string) => void,
): CellSpot | undefined {
  const here = rows[row];
  const to = (index: number): CellSpot => ({ row: Math.min(rows.length - 1, Math.max(0, index)), cell });
  switch (key) {
    case 'ArrowDown':
      return to(row + 1);
    case 'ArrowUp':
      return to(row - 1);
    case 'PageDown':
      return to(row + 10);
    case 'PageUp':
      return to(row - 10);
    case 'Home':
      return to(0);
    case 'End':
      return to(rows.length - 1);
    case 'ArrowRight':
      if (cell === CELL.name && here?.open === false) {
        onFold(here.node.path);
        return { row, cell };
      }
      return { row, cell: Math.min(last, cell + 1) };
    case 'ArrowLeft':
      if (cell > CELL.name) return { row, cell: cell - 1 };
      if (here?.open) {
        onFold(here.node.path);
        return { row, cell };
      }
      return { row: parentOf(rows, row), cell };
    default:
      return undefined;
  }
}

function parentOf(rows: readonly FieldRow[], at: number): number {
  const level = rows[at]?.level ?? 1;
  for (let index = at - 1; index >= 0; index--) if ((rows[index]?.level ?? 1) < level) return index;
  return at;
}
