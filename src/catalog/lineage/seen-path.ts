/**
 * Ways of lineage: for a reader who does not see everything along them, and with what makes their steps.
 */
import type { ReachedEntity } from '../../graph/traverse.ts';
import type { Model } from '../../model/types.ts';
import { datasetOf } from './column-search.ts';

/** A way names only what is seen. The names of its relationships are between neighbours, so they are left out with one of these. */
export function withSeenPath<Way extends { readonly path: readonly string[]; readonly relationships: readonly string[] }>(
  reached: Way,
  seen: ReadonlySet<string>,
): Way {
  const path = reached.path.filter((urn) => seen.has(urn));
  return path.length === reached.path.length ? reached : { ...reached, path, relationships: [] };
}

/** The path with what makes its steps, unless that is an end of the step or has one as a column. */
export function withMakers(model: Model, { path, by }: ReachedEntity, shown: ReadonlySet<string> | undefined): string[] {
  return path.flatMap((urn, at) => {
    const [maker, next = ''] = [by[at], path[at + 1]];
    const isPart = maker === undefined || [urn, next].some((end) => end === maker || datasetOf(model, end) === maker);
    return isPart || (shown && !shown.has(maker)) ? [urn] : [urn, maker];
  });
}
