import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { type EntityView, readEntities } from '../../api/entity.ts';
import { columnUrn } from '../../api/urn.ts';

/** Scrolling draws rows faster than anybody reads them. */
const PAUSE_MS = 80;

export interface ColumnEntities {
  /** By URN. Undefined: not read yet, or the catalog has nothing more about the column. */
  readonly known: ReadonlyMap<string, EntityView | undefined>;
  /** Reads a column again. */
  forget(urn: string): void;
}

/**
 * The entities of the columns that are drawn, read in batches. They have the values of structured properties.
 *
 * @param paths of the drawn columns; empty if nobody needs their entities
 *
 * @param written changes when somebody has written to a column elsewhere on the page; then all are read again
 */
export function useColumnEntities(dataset: string, paths: readonly string[], written: number): ColumnEntities {
  const [known, set] = useState<ReadonlyMap<string, EntityView | undefined>>(new Map());
  const asked = useRef(new Set<string>());
  const [turn, again] = useState(0);
  useEffect(() => {
    asked.current.clear();
    again((count) => count + 1);
  }, [written]);
  const urns = paths.map((path) => columnUrn(dataset, path));
  useEffect(() => {
    const missing = urns.filter((urn) => !asked.current.has(urn));
    if (missing.length === 0) return;
    const timer = setTimeout(() => {
      for (const urn of missing) asked.current.add(urn);
      readEntities(missing).then(
        (entities) => {
          const found = new Map(entities.map((entity) => [entity.urn, entity]));
          set((before) => new Map([...before, ...missing.map((urn) => [urn, found.get(urn)] as const)]));
        },
        // The cells stay empty. The details of a column report the error.
        () => {
          for (const urn of missing) asked.current.delete(urn);
        },
      );
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [urns.join(), turn]);
  const forget = useCallback((urn: string) => {
    asked.current.delete(urn);
    again((count) => count + 1);
  }, []);
  return { known, forget };
}
