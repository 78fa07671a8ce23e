// Which of these tables have columns with one of these tags: by aspects of the table (`own`), and columns that have them as entities, with all
// of their tags. $tables, $tags: URNs. Columns: urn, own, columns: [[urn, tags]]. Index: entity_urn.
UNWIND $tables AS one
MATCH (e:Entity {urn: one})
CALL (e) {
  MATCH (e)<-[:FieldOf]-(c:Entity)-[:TaggedWith]->(t:Entity)
  WITH c, collect(t.urn) AS tags
  WHERE any(tag IN tags WHERE tag IN $tags)
  RETURN collect([c.urn, tags]) AS columns
}
RETURN e.urn AS urn, EXISTS { (e)-[:SchemaFieldTaggedWith|EditableSchemaFieldTaggedWith]->(t:Entity) WHERE t.urn IN $tags } AS own, columns
