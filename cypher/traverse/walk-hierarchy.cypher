// What stands above or below entities, of the same type (by URN: an end need not be stored): containers within containers, domains,
// nodes of a glossary. Planned as the pruning search of walk-lineage.cypher, so that circles end.
// $rows: [{urn, prefix: what URNs of its type begin with}]. «left», «right»: the arrow of IsPartOf, which runs from the part to the
// whole. Columns: urn, related. Index: entity_urn.
UNWIND $rows AS row
MATCH (e:Entity {urn: row.urn})
CALL (e, row) {
  MATCH p = (e)«left»[:IsPartOf*1..]«right»(x:Entity)
  WITH row, x, min(length(p)) AS hops
  WHERE x.urn STARTS WITH row.prefix
  RETURN collect(x.urn) AS related
}
RETURN row.urn AS urn, related
