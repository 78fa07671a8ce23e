// Which of these tables have columns with one of these tags: by aspects of the table (`own`), and columns that have them as entities, with all
// of their tags. These outlive their table. $rows: [{urn, columns: the beginning of the URNs of its columns}]; $tags: URNs.
// Columns: urn, own, columns: [[urn, tags]]. Index: entity_urn.
UNWIND $rows AS row
OPTIONAL MATCH (e:Entity {urn: row.urn})
CALL (row) {
  MATCH (c:Entity)
  WHERE c.urn STARTS WITH row.columns
  MATCH (c)-[:TaggedWith]->(t:Entity)
  WITH c, collect(t.urn) AS tags
  WHERE any(tag IN tags WHERE tag IN $tags)
  RETURN collect([c.urn, tags]) AS columns
}
RETURN row.urn AS urn, EXISTS { (e)-[:SchemaFieldTaggedWith|EditableSchemaFieldTaggedWith]->(t:Entity) WHERE t.urn IN $tags } AS own, columns
