// read-related.cypher for scrolls: the next pairs after one.
// $urn, $types, $type and $after: the last pair of the page before, or null; $count, $most; «left», «right» as there.
// Columns: dense, page: [[type, urn]]. Index: entity_urn.
MATCH (e:Entity {urn: $urn})
WITH e, COUNT { (e)--() } > $most AS dense
CALL (e, dense) {
  WITH * WHERE NOT dense
  MATCH (e)«left»[r]«right»(t:Entity)
  WHERE type(r) IN $types
  WITH DISTINCT type(r) AS type, t.urn AS urn
  WHERE $type IS NULL OR type > $type OR (type = $type AND urn > $after)
  WITH type, urn
  ORDER BY type, urn
  LIMIT $count
  RETURN collect([type, urn]) AS pairs
}
RETURN dense, pairs AS page
