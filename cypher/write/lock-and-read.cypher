// Locks the entities of a commit, in the order of their URNs, and reads what its rules must see.
// $needs: [{urn, aspects: [name] or null for all}], sorted by urn, each urn once. Only `SET e._l` takes the lock that keeps updates
// from being lost; the WITH makes the planner lock every row before it reads the first one.
// Columns: urn, id, latest: [[name, seq, value, at, by, firstAt, firstBy, meta, run]], only the name where the aspect is not needed;
// lived: was it hard-deleted and not written since?
// dangling: [[aspect, type, source, target]], edges of its aspects that were lost with a hard-deleted end (delete-entities.cypher).
// Index: entity_urn.
UNWIND $needs AS need
MERGE (e:Entity {urn: need.urn})
SET e._l = 1
WITH need, e
RETURN e.urn AS urn, id(e) AS id, e.forgotten IS NOT NULL AND e.type IS NULL AS lived,
  [(e)-[:LATEST]->(a:Aspect) |
    CASE WHEN need.aspects IS NULL OR a.name IN need.aspects THEN [a.name, a.seq, a.value, a.at, a.by, a.firstAt, a.firstBy, a.meta, a.run] ELSE [a.name] END] AS latest,
  [(e)-[d:DANGLING]->() | [d.aspect, d.type, d.source, d.target]] AS dangling
