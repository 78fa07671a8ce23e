// Of whom entities tell something, or have told: the other ends of some edges of theirs, also of the $most that have ended last.
// $urns, $types: relationship names of the model, $most; «edge» is `-[r:A|B]->` of these. Column: urn. Index: entity_urn.
UNWIND $urns AS one
MATCH (s:Entity {urn: one})
CALL (s) {
  MATCH (s)«edge»(t:Entity)
  RETURN t
  UNION
  MATCH (s)-[past:PAST]->(t:Entity)
  WHERE past.type IN $types
  RETURN t ORDER BY past.until DESC LIMIT $most
}
RETURN DISTINCT t.urn AS urn
