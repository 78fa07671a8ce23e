/**
 * Ways of lineage for a reader who does not see everything along them.
 */

/** A way names only what is seen. The names of its relationships are between neighbours, so they are left out with one of these. */
export function withSeenPath<Reached extends { readonly path: readonly string[]; readonly relationships: readonly string[] }>(
  reached: Reached,
  seen: ReadonlySet<string>,
): Reached {
  const path = reached.path.filter((urn) => seen.has(urn));
  return path.length === reached.path.length ? reached : { ...reached, path, relationships: [] };
}
