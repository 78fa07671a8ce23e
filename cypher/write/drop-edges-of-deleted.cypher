// Edges of hard-deleted entities, in both directions, up to a limit each. 100,000 in one transaction would need more than a minute and
// more memory than there is: what the deleting transaction leaves goes in further ones, before the request is answered, or by a job
// after a crash. Until then `Doomed` stays; edges made since (the URN was written anew, or named again) carry the life of the node that
// they belong to, and stay. `life` counts hard deletes, under the lock of the node: no clock has a say.
// Aspects of other entities keep the dead URN: for each of their edges, (holder)-[:DANGLING {aspect, type, source, target}]->(e) stays.
// By it deleteReferences finds who still names a dead URN without an index, and the next write of that aspect, were it one that changes
// nothing, sees which of its edges are missing and makes them anew (docs/semantics.md 8.2).
// They are kept apart as PAST: they belong to the history of their other ends, and lineage of those as of a time leads through here.
// $urns; $limit: edges of each; $all: also those made since. Columns: urn, dropped: less than the limit when none is left.
// Index: entity_urn.
UNWIND $urns AS urn
MATCH (e:Entity {urn: urn})
WHERE e:Doomed
CALL (e) {
  MATCH (e)-[r]-()
  WHERE r.until IS NULL AND (type(r) <> 'DANGLING' OR startNode(r) = e) AND ($all OR coalesce(CASE startNode(r) WHEN e THEN r.sourceLife ELSE r.targetLife END, 0) < coalesce(e.life, 1))
  WITH DISTINCT e, r LIMIT $limit
  WITH e, r, startNode(r) AS s, endNode(r) AS t
  OPTIONAL MATCH (h:Entity {urn: CASE WHEN r.holder <> e.urn AND r.until IS NULL AND r.via IS NULL THEN r.holder END})
  FOREACH (holder IN CASE WHEN h IS NULL THEN [] ELSE [h] END |
    CREATE (holder)-[:DANGLING {aspect: r.aspect, type: type(r), source: s.urn, target: t.urn, columnsOnly: r.columnsOnly, sourceLife: holder.life}]->(e))
  FOREACH (_ IN CASE WHEN r.holder IS NOT NULL AND r.via IS NULL THEN [1] ELSE [] END |
    CREATE (s)-[past:PAST]->(t) SET past = properties(r), past.type = type(r), past.until = e.doomed)
  FOREACH (_ IN CASE WHEN r.via IS NOT NULL THEN [1] ELSE [] END |
    CREATE (s)-[past:PAST_UPSTREAM]->(t) SET past = properties(r), past.until = e.doomed)
  DELETE r
  RETURN count(*) AS dropped
}
FOREACH (_ IN CASE WHEN dropped < $limit THEN [1] ELSE [] END | REMOVE e:Doomed, e.doomed)
RETURN urn, dropped
