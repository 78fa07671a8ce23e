// Edges of hard-deleted entities, in both directions, up to a limit each. 100,000 in one transaction would need more than a minute and
// more memory than there is: what the deleting transaction leaves goes in further ones, before the request is answered, or by a job
// after a crash. Until then `Doomed` stays; edges made since (the URN was written anew) are told by `since`, and stay.
// Aspects of other entities keep the dead URN: for each of their edges, (holder)-[:DANGLING {aspect, type, source, target}]->(e) stays.
// By it deleteReferences finds who still names a dead URN without an index, and the next write of that aspect, were it one that changes
// nothing, sees which of its edges are missing and makes them anew (semantics 8.2).
// $urns; $limit: edges of each; $all: also those made since. Columns: urn, dropped: less than the limit when none is left.
// Index: entity_urn.
UNWIND $urns AS urn
MATCH (e:Entity {urn: urn})
WHERE e:Doomed
CALL (e) {
  MATCH (e)-[r]-()
  WHERE (type(r) <> 'DANGLING' OR startNode(r) = e) AND ($all OR coalesce(r.since, 0) < e.doomed)
  WITH DISTINCT e, r LIMIT $limit
  OPTIONAL MATCH (h:Entity {urn: CASE WHEN r.holder <> e.urn AND r.until IS NULL AND r.via IS NULL THEN r.holder END})
  FOREACH (holder IN CASE WHEN h IS NULL THEN [] ELSE [h] END |
    CREATE (holder)-[:DANGLING {aspect: r.aspect, type: type(r), source: startNode(r).urn, target: endNode(r).urn}]->(e))
  DELETE r
  RETURN count(*) AS dropped
}
FOREACH (_ IN CASE WHEN dropped < $limit THEN [1] ELSE [] END | REMOVE e:Doomed, e.doomed)
RETURN urn, dropped
