import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Field } from '../../data/merge-fields.ts';
import { fieldTree, foldable, matching, rowsOf } from './field-tree.ts';

/** A tree with at most this many fields is unfolded at first. */
const UNFOLDED = 80;

/**
 * The lines of the table of columns, and what folds them. A search shows what matches and all above it.
 *
 * @param chosen the path of a column: what is above it unfolds
 */
export function useRows(fields: readonly Field[], searched: string, chosen: string | undefined) {
  const tree = useMemo(() => fieldTree(fields), [fields]);
  const groups = useMemo(() => foldable(tree), [tree]);
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(fields.length <= UNFOLDED ? groups : []));
  useEffect(() => {
    const above = groups.filter((path) => path !== chosen && chosen?.startsWith(path));
    if (above.length > 0) setOpen((before) => new Set([...before, ...above]));
  }, [chosen, groups]);
  const words = useMemo(() => searched.split(/\s+/).filter((word) => word !== ''), [searched]);
  const found = useMemo(() => matching(tree, searched), [tree, searched]);
  const rows = useMemo(() => rowsOf(found, words.length > 0 ? new Set(groups) : open), [found, words, groups, open]);
  const fold = (path: string): void =>
    setOpen((before) => (before.has(path) ? new Set([...before].filter((each) => each !== path)) : new Set([...before, path])));
  return { groups, words, rows, fold, unfold: (paths: readonly string[]): void => setOpen(new Set(paths)) };
}
