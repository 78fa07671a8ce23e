// The newest version of an aspect that a run did not write: what is restored when the run is rolled back. Where there is none, the number
// of the oldest version that is kept tells whether there was one: above 1, older ones were retired.
// $rows: [{key, urn, aspect, run}]. Columns: key, version as in lock-and-read or null, oldest. Index: entity_urn, then along PREV.
UNWIND $rows AS row
MATCH (:Entity {urn: row.urn})-[:LATEST]->(latest:Aspect {name: row.aspect})
CALL (latest, row) {
  OPTIONAL MATCH (latest)-[:PREV*1..]->(a:Aspect)
  WHERE a.run IS NULL OR a.run <> row.run
  RETURN a ORDER BY a.seq DESC LIMIT 1
}
CALL (latest) {
  MATCH (latest)-[:PREV*0..]->(kept:Aspect)
  RETURN min(kept.seq) AS oldest
}
RETURN row.key AS key, oldest,
  CASE WHEN a IS NULL THEN null ELSE [a.name, a.seq, a.value, a.at, a.by, a.firstAt, a.firstBy, a.meta, a.run] END AS version
