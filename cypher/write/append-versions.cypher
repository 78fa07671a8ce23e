// Appends one version to each aspect: LATEST moves to it, the one before hangs behind it.
// $rows: [{id, name, seq, value, at, by, firstAt, firstBy, meta, runId}], each (id, name) once; what is null is not stored.
// By node id; an entity has a few dozen aspects at most, so LATEST needs no index.
UNWIND $rows AS row
MATCH (e) WHERE id(e) = row.id
OPTIONAL MATCH (e)-[latest:LATEST]->(older:Aspect {name: row.name})
CREATE (e)-[:LATEST]->(a:Aspect {name: row.name, seq: row.seq, value: row.value, at: row.at, by: row.by,
  firstAt: row.firstAt, firstBy: row.firstBy, meta: row.meta, runId: row.runId, run: row.runId})
FOREACH (p IN CASE WHEN older IS NULL THEN [] ELSE [older] END |
  CREATE (a)-[:PREV]->(p)
  REMOVE p.runId
  DELETE latest)
