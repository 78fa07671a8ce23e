// What entities share with those that they name: what exists, without what is soft-deleted, at the other ends of some edges, and its latest
// versions of some aspects. At most $most of each entity.
// $urns, $aspects, $most; «edge» is `-[r:A]->`, of a relationship name of the model. Columns: urn, latest: [[name, value]]. Index: entity_urn.
UNWIND $urns AS one
MATCH (e:Entity {urn: one})
CALL (e) {
  MATCH (e)«edge»(s:Entity)
  WHERE s.type IS NOT NULL AND s.removed IS NULL
  RETURN DISTINCT s LIMIT $most
}
RETURN e.urn AS urn, [(s)-[:LATEST]->(a:Aspect) WHERE a.name IN $aspects | [a.name, a.value]] AS latest
