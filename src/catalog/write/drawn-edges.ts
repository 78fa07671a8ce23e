/**
 * Finds edges of lineage that a person drew and that a write of the whole aspect removes. Cairn warns the writer, mostly a program that does not
 * know of them (docs/semantics.md 8.3). Pure.
 */
import { LINEAGE_HOLDERS } from '../../model/lineage-holders.ts';
import { isRecord } from '../../model/path.ts';
import { recordsIn, textIn } from '../../model/pick.ts';
import type { AspectSpec } from '../../model/types.ts';

export interface DrawnEdge {
  /** URNs. */
  readonly holder: string;
  readonly other: string;
  /** Who drew it; undefined if that is not known, or hidden from the writer. */
  readonly by: string | undefined;
}

/** How pages and clients mark what people have drawn. */
const BY_HAND = 'UI';

/**
 * @param before JSON text of the value before the commit
 * @param now the value after it
 */
export function lostDrawnEdges(aspect: AspectSpec, holder: string, before: string | undefined, now: unknown): DrawnEdge[] {
  const lists = new Set(LINEAGE_HOLDERS.filter((each) => each.aspect === aspect.name).map(({ list }) => list));
  if (lists.size === 0 || !before?.includes(`"${BY_HAND}"`)) return [];
  const was: unknown = JSON.parse(before);
  return [...lists].flatMap((list) => {
    const left = new Set(recordsIn(now, list).map(otherEnd));
    return recordsIn(was, list).flatMap((edge) => {
      const other = otherEnd(edge);
      const isDrawn = isRecord(edge.properties) && edge.properties.source === BY_HAND;
      return isDrawn && other !== undefined && !left.has(other) ? [{ holder, other, by: drawnBy(edge) }] : [];
    });
  });
}

function otherEnd(edge: Readonly<Record<string, unknown>>): string | undefined {
  return textIn(edge, 'dataset') ?? textIn(edge, 'destinationUrn');
}

function drawnBy(edge: Readonly<Record<string, unknown>>): string | undefined {
  return textIn(edge.auditStamp, 'actor') ?? textIn(edge.created, 'actor');
}
