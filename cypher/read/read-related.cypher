// The far ends of the edges of some entities: each (type, urn) once, by type and URN, one page of them and how many there are. A node with
// more than $most relationships is `dense` and gets none: see order-related.cypher. Its degree is a number in the store.
// $urns, $start, $count, $most; «edge» is `-[r:A|B]->` or `<-[r:A|B]-`, of the model's relationship names (a type given as a parameter
// would not narrow the expansion). Columns: urn, dense, total, page: [[type, urn]]. Index: entity_urn.
UNWIND $urns AS one
MATCH (e:Entity {urn: one})
WITH e, COUNT { (e)--() } > $most AS dense
CALL (e, dense) {
  WITH * WHERE NOT dense
  MATCH (e)«edge»(t:Entity)
  WITH DISTINCT type(r) AS type, t.urn AS urn
  ORDER BY type, urn
  RETURN collect([type, urn]) AS pairs
}
RETURN e.urn AS urn, dense, size(pairs) AS total, pairs[$start..$start + $count] AS page
