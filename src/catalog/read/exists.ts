/**
 * The core's existence call (docs/semantics.md 12.1).
 */
import type { EntityReader } from '../../graph/read.ts';
import type { Urn } from '../../model/urn.ts';

/** Which of these URNs are entities, in their order; soft-deleted ones count only with `includeRemoved`. */
export async function exists(reader: EntityReader, urns: readonly Urn[], includeRemoved: boolean): Promise<boolean[]> {
  const rows = await reader(
    urns.map(({ text }) => text),
    [],
  );
  return urns.map(({ text }) => {
    const row = rows.get(text);
    return row?.exists === true && (includeRemoved || !row.removed);
  });
}
