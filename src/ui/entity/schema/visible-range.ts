/**
 * Which lines of a long table are drawn: those in sight, and some on either side.
 */

export interface VisibleRange {
  /** First line that is drawn, and the one after the last. */
  readonly from: number;
  readonly to: number;
}

/** @param above px of the table that are scrolled out of sight @param height px in sight @param margin lines drawn on either side */
export function visibleRange(above: number, height: number, lineHeight: number, lines: number, margin: number): VisibleRange {
  const first = Math.floor(Math.max(0, above) / lineHeight) - margin;
  const last = Math.ceil((Math.max(0, above) + Math.max(0, height)) / lineHeight) + margin;
  const to = Math.min(lines, Math.max(0, last));
  return { from: Math.min(Math.max(0, first), to), to };
}
