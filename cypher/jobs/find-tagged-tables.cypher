// The tables that have columns with one of these tags: by aspects of the table, or as entities.
// $tags: URNs. Column: urn. Index: entity_urn.
UNWIND $tags AS one
MATCH (t:Entity {urn: one})
CALL (t) {
  MATCH (t)<-[:SchemaFieldTaggedWith|EditableSchemaFieldTaggedWith]-(e:Entity)
  RETURN e
  UNION
  MATCH (t)<-[:TaggedWith]-(:Entity)-[:FieldOf]->(e:Entity)
  RETURN e
}
RETURN DISTINCT e.urn AS urn
