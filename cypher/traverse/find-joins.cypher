// Which of these entities belong together: by a foreign key or lineage, or because one query or one model of relations that is not
// soft-deleted names both. Each pair once or twice, or, with $through, once for each query, model or relationship. $urns, $most: how many queries of
// an entity count. Columns: one, other, through (URNs; null: directly, or without $through), type (of the relationship, if directly). Index: entity_urn.
MATCH (e:Entity) WHERE e.urn IN $urns
WITH collect(e) AS all
UNWIND all AS e
CALL (e, all) {
  MATCH (e)-[r:ForeignKeyToDataset|UPSTREAM]->(t:Entity)
  WHERE t IN all
  RETURN t, null AS through, type(r) AS type
  UNION
  MATCH (e)<-[:HasQuerySubject|ermodelrelationA|ermodelrelationB]-(m:Entity)
  WHERE m.removed IS NULL
  WITH all, e, m LIMIT $most
  MATCH (m)-[:HasQuerySubject|ermodelrelationA|ermodelrelationB]->(t:Entity)
  WHERE t IN all
  RETURN t, m.urn AS through, null AS type
}
WITH DISTINCT e, t, CASE WHEN $through THEN through END AS through, CASE WHEN $through THEN type END AS type WHERE e <> t
RETURN e.urn AS one, t.urn AS other, through, type
