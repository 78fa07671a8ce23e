// Hard delete of entities: all aspects with their versions, type and label (docs/semantics.md 12.2). The node stays, with `forgotten`, the
// time before which nothing is known of it any more, and `life`, which counts hard deletes: edges say to which life of an end they belong.
// Its edges follow: drop-edges-of-deleted.cypher, in the same transaction as many as that bears.
// $rows: [{id, at}]. By node id.
UNWIND $rows AS row
MATCH (e) WHERE id(e) = row.id
CALL (e) {
  MATCH (e)-[:LATEST|ENDED]->(newest:Aspect)
  MATCH (newest)-[:PREV*0..]->(a:Aspect)
  DETACH DELETE a
}
SET e.forgotten = row.at, e.doomed = row.at, e:Doomed, e.life = coalesce(e.life, 0) + 1,
  e.toggled = CASE WHEN e.removed THEN coalesce(e.toggled, []) + row.at ELSE e.toggled END
REMOVE e:$([type IN [e.type] WHERE type IS NOT NULL])
REMOVE e.type, e.removed
