import { useRef, useState } from 'preact/hooks';
import { type EntityView, readEntities } from '../../api/entity.ts';
import { columnUrn } from '../../api/urn.ts';
import { pause } from '../../data/pause.ts';
import { useLoad } from '../../parts/use-load.ts';

/** Scrolling draws rows faster than anybody reads them. */
const PAUSE_MS = 80;

type EntityByColumn = ReadonlyMap<string, EntityView | undefined>;
const NOTHING: EntityByColumn = new Map();

interface ColumnEntities {
  /** By URN. Undefined: not read yet, or the catalog has nothing more about the column. */
  readonly known: EntityByColumn;
  /** Why those of the drawn columns could not be read. */
  readonly error: unknown;
  /** Reads all of them again. Until then, the ones that are known stay. */
  reload(): void;
}

/**
 * The entities of the columns that are drawn, read in batches. They have the values of structured properties.
 *
 * @param paths of the drawn columns; empty if nobody needs their entities
 * @param written changes when somebody has written to a column elsewhere on the page; then all are read again
 */
export function useColumnEntities(dataset: string, paths: readonly string[], written: number): ColumnEntities {
  const [turn, again] = useState(0);
  const kept = useRef({ turn: '', known: NOTHING });
  const now = `${written} ${turn}`;
  const urns = paths.map((path) => columnUrn(dataset, path));
  const { last = NOTHING, error } = useLoad(
    async (signal) => {
      const before = kept.current.turn === now ? kept.current.known : NOTHING;
      const missing = urns.filter((urn) => !before.has(urn));
      if (missing.length === 0) return before;
      await pause(PAUSE_MS);
      const found = new Map((await readEntities(missing, signal)).map((entity) => [entity.urn, entity]));
      kept.current = { turn: now, known: new Map([...before, ...missing.map((urn) => [urn, found.get(urn)] as const)]) };
      return kept.current.known;
    },
    [urns, now],
  );
  return { known: last, error, reload: () => again(turn + 1) };
}
