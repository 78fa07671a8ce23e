// The newest version of an aspect that a run did not write: what is restored when the run is rolled back.
// $rows: [{key, urn, aspect, run}]. Columns: key, version as in lock-and-read. Index: entity_urn, then along PREV.
UNWIND $rows AS row
MATCH (:Entity {urn: row.urn})-[:LATEST]->(latest:Aspect {name: row.aspect})
CALL (latest, row) {
  MATCH (latest)-[:PREV*1..]->(a:Aspect)
  WHERE a.run IS NULL OR a.run <> row.run
  RETURN a ORDER BY a.seq DESC LIMIT 1
}
RETURN row.key AS key, [a.name, a.seq, a.value, a.at, a.by, a.firstAt, a.firstBy, a.meta, a.run] AS version
