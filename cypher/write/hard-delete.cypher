// Hard delete of entities: all aspects with their versions, all edges in both directions, type and label (semantics 12.2).
// Aspects of other entities keep the dead URN: for each of their edges that goes, (holder)-[:DANGLING {aspect, type, source, target}]->(e)
// stays. By it deleteReferences finds who still names a dead URN without an index, and the next write of that aspect, were it one
// that changes nothing, sees which of its edges are missing and makes them anew (semantics 8.2).
// Edges are kept apart as PAST: they belong to the history of their other ends, and reads of those as of a time go through here.
// The node stays with `forgotten`, the time before which it is not told about any more; a mark lets the indexer drop its document.
// $rows: [{id, at}]. By node id; holders by entity_urn.
UNWIND $rows AS row
MATCH (e) WHERE id(e) = row.id
CALL (e) {
  MATCH (e)-[:LATEST|ENDED]->(newest:Aspect)
  MATCH (newest)-[:PREV*0..]->(a:Aspect)
  DETACH DELETE a
}
CALL (e) {
  MATCH (e)-[r]-()
  WHERE r.holder <> e.urn AND r.until IS NULL AND r.via IS NULL
  MATCH (h:Entity {urn: r.holder})
  CREATE (h)-[:DANGLING {aspect: r.aspect, type: type(r), source: startNode(r).urn, target: endNode(r).urn}]->(e)
}
CALL (e, row) {
  MATCH (e)-[u:UPSTREAM]-()
  WITH DISTINCT row, u, startNode(u) AS d, endNode(u) AS up
  CREATE (d)-[past:PAST_UPSTREAM]->(up)
  SET past = properties(u), past.until = row.at
  DELETE u
}
CALL (e, row) {
  MATCH (e)-[r]-()
  WHERE r.holder IS NOT NULL AND r.until IS NULL AND r.via IS NULL
  WITH DISTINCT row, r, startNode(r) AS s, endNode(r) AS t
  CREATE (s)-[past:PAST]->(t)
  SET past = properties(r), past.type = type(r), past.until = row.at
  DELETE r
}
CALL (e) {
  MATCH (e)-[r]-()
  WHERE r.until IS NULL AND NOT (type(r) = 'DANGLING' AND endNode(r) = e)
  DELETE r
}
SET e.forgotten = row.at, e.toggled = CASE WHEN e.removed THEN coalesce(e.toggled, []) + row.at ELSE e.toggled END
REMOVE e:$(coalesce(e.type, 'Dirty'))
REMOVE e.type, e.removed
