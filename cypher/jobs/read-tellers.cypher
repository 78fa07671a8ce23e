// Who tells something of entities: what exists, without what is soft-deleted, at the other ends of some edges, and its latest version of an
// aspect (null: it has none, or points). At most $most of each entity.
// $urns, $aspect, $most; «edge» is `<-[r:A]-`, of a relationship name of the model. Columns: urn, teller, value. Index: entity_urn.
UNWIND $urns AS one
MATCH (e:Entity {urn: one})
CALL (e) {
  MATCH (e)«edge»(s:Entity)
  WHERE s.type IS NOT NULL AND s.removed IS NULL
  RETURN DISTINCT s LIMIT $most
}
RETURN e.urn AS urn, s.urn AS teller, head([(s)-[:LATEST]->(a:Aspect) WHERE a.name = $aspect | a.value]) AS value
