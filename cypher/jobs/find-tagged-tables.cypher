// The tables that have columns with one of these tags, by their aspects, and the columns that have one as entities: their URNs say of which table.
// $tags: URNs; $columns: the beginning of the URNs of columns. Column: urn. Index: entity_urn.
UNWIND $tags AS one
MATCH (t:Entity {urn: one})
CALL (t) {
  MATCH (t)<-[:SchemaFieldTaggedWith|EditableSchemaFieldTaggedWith]-(e:Entity)
  RETURN e
  UNION
  MATCH (t)<-[:TaggedWith]-(e:Entity)
  WHERE e.urn STARTS WITH $columns
  RETURN e
}
RETURN DISTINCT e.urn AS urn
