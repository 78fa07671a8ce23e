// Edges that entities hold, whatever their types, with their doubles for lineage (`via`). They begin at the entity itself; a double may
// also end there; those of column lineage begin at a column of it, or at one that its aspects name. An edge may stand here twice.
// $rows: [{urn, columns: what URNs of its columns begin with, named: [URN of a column or its table]}].
// Columns: id, type, via, source, target, aspect, holder, since, columnsOnly, props. Index: entity_urn.
UNWIND $rows AS row
CALL (row) {
  MATCH (e:Entity {urn: row.urn})-[r]->(:Entity)
  WHERE r.holder = row.urn AND r.until IS NULL
  RETURN r
  UNION ALL
  MATCH (e:Entity {urn: row.urn})<-[r:UPSTREAM]-(:Entity)
  WHERE r.holder = row.urn
  RETURN r
  UNION ALL
  MATCH (c:Entity)-[r]->(:Entity)
  WHERE c.urn STARTS WITH row.columns AND r.holder = row.urn AND r.until IS NULL
  RETURN r
  UNION ALL
  UNWIND row.named AS named
  MATCH (c:Entity {urn: named})-[r]->(:Entity)
  WHERE r.holder = row.urn AND r.until IS NULL
  RETURN r
}
RETURN id(r) AS id, type(r) AS type, r.via AS via, startNode(r).urn AS source, endNode(r).urn AS target, r.aspect AS aspect,
  r.holder AS holder, r.since AS since, coalesce(r.columnsOnly, false) AS columnsOnly, properties(r) AS props
