// Which entities name others by some edges, or named them when these were hard-deleted.
// $urns, $aspects; «edge» is `<-[r:A|B]-`, of relationship names of the model. Column: urn. Index: entity_urn.
UNWIND $urns AS one
MATCH (s:Entity {urn: one})
CALL (s) {
  MATCH (s)«edge»(t:Entity)
  RETURN t
  UNION
  MATCH (s)<-[d:DANGLING]-(t:Entity)
  WHERE d.aspect IN $aspects
  RETURN t
}
RETURN DISTINCT t.urn AS urn
