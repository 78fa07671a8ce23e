// What is one hop upstream and one hop downstream of entities: how many, and the first of them by URN. Soft-deleted ones count, because paths
// lead through them.
// $urns; $asOf: epoch ms or null; $count: the most URNs of a side; $columns, $steps, $tables: which edges may be
// followed (seen.part). «edges»: UPSTREAM, and PAST_UPSTREAM as of a time.
// Columns: urn, forgotten: time of the hard delete or null, totalUp, up: [urn], totalDown, down: [urn]. Index: entity_urn.
MATCH (s:Entity)
WHERE s.urn IN $urns
CALL (s) {
  MATCH (s)-[e:«edges»]->(x:Entity)
  WHERE x <> s AND «existed» AND «seen»
  WITH DISTINCT x.urn AS urn ORDER BY urn
  RETURN collect(urn) AS up
}
CALL (s) {
  MATCH (s)<-[e:«edges»]-(x:Entity)
  WHERE x <> s AND «existed» AND «seen»
  WITH DISTINCT x.urn AS urn ORDER BY urn
  RETURN collect(urn) AS down
}
RETURN s.urn AS urn, s.forgotten AS forgotten, size(up) AS totalUp, up[..$count] AS up, size(down) AS totalDown, down[..$count] AS down
