// Which aspects name entities, or what lives in them, though the edges went with a hard deletion (drop-edges-of-deleted.cypher): a page
// in the order of the URNs of their entities.
// $rows: [{urn, prefixes: what the URNs of its parts begin with, after}]; $limit: entities for each.
// Columns: urn, found: [[holder, [aspect]]]. Index: entity_urn.
UNWIND $rows AS row
CALL (row) {
  CALL (row) {
    MATCH (:Entity {urn: row.urn})<-[d:DANGLING]-(h:Entity)
    WHERE h.urn > row.after
    RETURN h.urn AS holder, d.aspect AS aspect
    UNION
    UNWIND row.prefixes AS prefix
    MATCH (part:Entity)
    WHERE part.urn STARTS WITH prefix
    CALL (part, row) {
      MATCH (part)<-[d:DANGLING]-(h:Entity)
      WHERE h.urn > row.after
      RETURN h.urn AS holder, d.aspect AS aspect
    }
    RETURN holder, aspect
  }
  WITH holder, collect(aspect) AS aspects
  ORDER BY holder LIMIT $limit
  RETURN collect([holder, aspects]) AS found
}
RETURN row.urn AS urn, found
