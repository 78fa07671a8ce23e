// Takes edges off a node, whoever holds them, some at a time, and leaves DANGLING in their place, as drop-edges-of-deleted.cypher does: writing
// an aspect again brings its edges back. They are kept apart as PAST for reads as of a time.
// $urn, $limit, $at: epoch ms. Column: dropped. Index: entity_urn.
MATCH (e:Entity {urn: $urn})
CALL (e) {
  MATCH (e)-[r]-()
  WHERE r.holder IS NOT NULL AND r.until IS NULL
  WITH DISTINCT r LIMIT $limit
  WITH r, startNode(r) AS s, endNode(r) AS t
  FOREACH (_ IN CASE WHEN r.via IS NULL THEN [] ELSE [1] END |
    CREATE (s)-[past:PAST_UPSTREAM]->(t) SET past = properties(r), past.until = $at)
  FOREACH (_ IN CASE WHEN r.via IS NULL THEN [1] ELSE [] END |
    CREATE (s)-[past:PAST]->(t) SET past = properties(r), past.type = type(r), past.until = $at)
  WITH r, s, t
  OPTIONAL MATCH (h:Entity {urn: CASE WHEN r.via IS NULL THEN r.holder END})
  FOREACH (holder IN CASE WHEN h IS NULL THEN [] ELSE [h] END |
    CREATE (holder)-[:DANGLING {aspect: r.aspect, type: type(r), source: s.urn, target: t.urn, columnsOnly: r.columnsOnly, sourceLife: holder.life}]->(t))
  DELETE r
  RETURN count(*) AS dropped
}
RETURN dropped
