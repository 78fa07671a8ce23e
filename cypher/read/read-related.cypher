// The far ends of the edges of some entities: each (type, urn) once, by type and URN, one page of them and how many there are. A node with
// more than $most relationships is `dense` and gets none: see order-related.cypher. Its degree is a number in the store.
// So few are quickly filtered by their types; with the types in the text, Neo4j would plan it anew for each choice of them.
// $urns, $types, $start, $count, $most; «left», «right»: the arrow. Then the newest commit: it is at least as new as they are.
// Columns: rows: [[urn, dense, total, [[type, urn]]]], name, epoch, seq. Index: entity_urn, log_id.
UNWIND $urns AS one
MATCH (e:Entity {urn: one})
WITH e, COUNT { (e)--() } > $most AS dense
CALL (e, dense) {
  WITH * WHERE NOT dense
  MATCH (e)«left»[r]«right»(t:Entity)
  WHERE type(r) IN $types
  WITH DISTINCT type(r) AS type, t.urn AS urn
  ORDER BY type, urn
  RETURN collect([type, urn]) AS pairs
}
WITH collect([e.urn, dense, size(pairs), pairs[$start..$start + $count]]) AS rows
OPTIONAL MATCH (l:Log {id: 'log'})
RETURN rows, l.name AS name, l.epoch AS epoch, l.seq AS seq
