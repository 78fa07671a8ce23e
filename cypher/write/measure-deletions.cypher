// How much a deletion is about to take: versions of one aspect or of all, and points of timeseries windows.
// $rows: [{key, urn, aspect: name or null for all, series: [{series, from, to}]}]. Columns: key, versions, points.
// Index: entity_urn, point_identity.
UNWIND $rows AS row
MATCH (e:Entity {urn: row.urn})
CALL (e, row) {
  MATCH (e)-[:LATEST]->(latest:Aspect)
  WHERE row.aspect IS NULL OR latest.name = row.aspect
  MATCH (latest)-[:PREV*0..]->(version:Aspect)
  RETURN count(version) AS versions
}
CALL (row) {
  UNWIND row.series AS span
  MATCH (p:Point {series: span.series})
  WHERE p.time >= span.from AND p.time <= span.to AND p.rest IS NOT NULL
  RETURN count(p) AS points
}
RETURN row.key AS key, versions, points
