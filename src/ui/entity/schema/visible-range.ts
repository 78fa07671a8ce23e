/**
 * Computes which rows of a long table are drawn: the visible ones, and some before and after.
 */

export interface VisibleRange {
  /** The first row that is drawn, and the one after the last. */
  readonly from: number;
  readonly to: number;
}

/**
 * @param above px of the table above the visible part
 *
 * @param height px of the visible part
 * @param margin rows drawn before and after
 */
export function visibleRange(above: number, height: number, lineHeight: number, lines: number, margin: number): VisibleRange {
  const first = Math.floor(Math.max(0, above) / lineHeight) - margin;
  const last = Math.ceil((Math.max(0, above) + Math.max(0, height)) / lineHeight) + margin;
  const to = Math.min(lines, Math.max(0, last));
  return { from: Math.min(Math.max(0, first), to), to };
}
