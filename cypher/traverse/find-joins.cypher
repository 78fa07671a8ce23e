// Which of these entities belong together: by a foreign key or lineage, or because one query or one model of relations that is not
// soft-deleted names both. Each pair once or twice, or, with $through, once for each query, model or relationship. $urns, $most: how many queries of
// an entity count. Columns: one, other, through (URNs; null: directly, or without $through), type (of the relationship, if directly; it runs from one to
// other). Index: entity_urn.
MATCH (e:Entity) WHERE e.urn IN $urns
WITH collect(e) AS all
UNWIND all AS e
CALL (e, all) {
  MATCH (e)-[r:ForeignKeyToDataset|UPSTREAM]->(t:Entity)
  WHERE t IN all
  // Lineage that only columns tell is shown or not as the relationship that they make: `holder` has it.
  RETURN t, null AS through, CASE WHEN r.columnsOnly THEN r.via ELSE type(r) END AS type, coalesce(r.columnsOnly AND r.holder = t.urn, false) AS back
  UNION
  MATCH (e)<-[:HasQuerySubject|ermodelrelationA|ermodelrelationB]-(m:Entity)
  WHERE m.removed IS NULL
  WITH all, e, m LIMIT $most
  MATCH (m)-[:HasQuerySubject|ermodelrelationA|ermodelrelationB]->(t:Entity)
  WHERE t IN all
  RETURN t, m.urn AS through, null AS type, false AS back
}
WITH DISTINCT e, t, CASE WHEN $through THEN through END AS through, CASE WHEN $through THEN type END AS type, $through AND back AS back WHERE e <> t
RETURN CASE WHEN back THEN t.urn ELSE e.urn END AS one, CASE WHEN back THEN e.urn ELSE t.urn END AS other, through, type
