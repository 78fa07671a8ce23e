// Takes all edges off a node, whoever holds them, and leaves DANGLING in their place, as hard-delete.cypher does: writing an aspect
// again brings its edges back. They are kept apart as PAST for reads as of a time.
// $urn, $at: epoch ms. Column: dropped. Index: entity_urn.
MATCH (e:Entity {urn: $urn})
CALL (e) {
  MATCH (e)-[u:UPSTREAM]-()
  WITH DISTINCT u, startNode(u) AS d, endNode(u) AS up
  CREATE (d)-[past:PAST_UPSTREAM]->(up)
  SET past = properties(u), past.until = $at
  DELETE u
}
CALL (e) {
  MATCH (e)-[r]-()
  WHERE r.holder IS NOT NULL AND r.until IS NULL AND r.via IS NULL
  WITH DISTINCT r, startNode(r) AS s, endNode(r) AS t
  MATCH (h:Entity {urn: r.holder})
  CREATE (s)-[past:PAST]->(t)
  SET past = properties(r), past.type = type(r), past.until = $at
  CREATE (h)-[:DANGLING {aspect: r.aspect, type: type(r), source: s.urn, target: t.urn}]->(t)
  DELETE r
  RETURN count(*) AS dropped
}
RETURN dropped
