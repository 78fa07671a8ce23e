/**
 * The core's existence call (docs/semantics.md 12.1).
 */
import type { EntityReader } from '../../graph/read.ts';
import type { Urn } from '../../model/urn.ts';

/** Answers for each URN whether the entity exists. Soft-deleted entities exist only with `includeRemoved`. */
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
