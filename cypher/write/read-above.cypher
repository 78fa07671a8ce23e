// What is above entities in the hierarchy that an aspect makes, up to 100 steps.
// $rows: [{urn, aspect}]. «types»: the names of the relationships that are hierarchies. Columns: urn, aspect, above: [urn]. Index: entity_urn.
UNWIND $rows AS row
MATCH (e:Entity {urn: row.urn})
CALL (e, row) {
  MATCH p = (e)-[:«types»*1..100]->(x:Entity)
  WHERE ALL(r IN relationships(p) WHERE r.aspect = row.aspect)
  RETURN collect(DISTINCT x.urn) AS above
}
RETURN row.urn AS urn, row.aspect AS aspect, above
