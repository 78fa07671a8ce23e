// Where the next columns of an entity land: for each column, by URN, the columns downstream with their degrees. Columns that nothing refers to have no node,
// and no lineage. The pattern is that of walk-lineage.cypher, which says why it is as it is.
// $prefix: what the URNs of the columns begin with; $after: the columns after this URN; $starts: the most columns to begin with; $most: the most columns to answer for each;
// $columns, $steps, $tables: as there.
// Columns: urn, total, landed: [[urn, degree]] by degree and URN. Index: entity_urn (a range of it).
MATCH (s:Entity)
WHERE s.urn STARTS WITH $prefix AND s.urn > $after
WITH s ORDER BY s.urn LIMIT $starts
CALL (s) {
  MATCH p = (s)<-[r:UPSTREAM*1..]-(x:Entity)
  WHERE all(e IN r WHERE «seen»)
  WITH s, x, min(length(p)) AS degree
  WHERE x <> s AND NOT coalesce(x.removed, false)
  WITH x.urn AS urn, degree ORDER BY degree, urn
  RETURN collect([urn, degree]) AS landed
}
RETURN s.urn AS urn, size(landed) AS total, landed[..$most] AS landed
