// Hard delete of entities: all aspects with their versions, all edges in both directions, type and label (semantics 12.2).
// The node stays with `forgotten`, the time before which nothing is known of it any more; a mark lets the indexer drop its document.
// $rows: [{id, at}]. By node id.
UNWIND $rows AS row
MATCH (e) WHERE id(e) = row.id
CALL (e) {
  MATCH (e)-[:LATEST|ENDED]->(newest:Aspect)
  MATCH (newest)-[:PREV*0..]->(a:Aspect)
  DETACH DELETE a
}
CALL (e) {
  MATCH (e)-[r]-()
  DELETE r
}
SET e.forgotten = row.at
REMOVE e:$(coalesce(e.type, 'Dirty'))
REMOVE e.type, e.removed
