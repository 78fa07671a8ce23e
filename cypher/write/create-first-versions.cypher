// First version of aspects that the entity does not have yet: as append-versions.cypher, without looking for an older one.
// $rows: as there. By node id.
UNWIND $rows AS row
MATCH (e) WHERE id(e) = row.id
CREATE (e)-[:LATEST]->(:Aspect {name: row.name, seq: row.seq, value: row.value, at: row.at, by: row.by,
  firstAt: row.firstAt, firstBy: row.firstBy, meta: row.meta, runId: row.runId, run: row.runId})
