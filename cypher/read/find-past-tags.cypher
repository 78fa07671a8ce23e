// Which of these tables had columns with one of these tags by their own aspects, as of a time. $urns; $tags: URNs; $asOf: epoch ms.
// Columns: urn. Index: entity_urn.
MATCH (e:Entity)
WHERE e.urn IN $urns AND EXISTS {
  MATCH (e)-[r:SchemaFieldTaggedWith|EditableSchemaFieldTaggedWith|PAST]->(t:Entity)
  WHERE t.urn IN $tags AND coalesce(r.type, type(r)) IN ['SchemaFieldTaggedWith', 'EditableSchemaFieldTaggedWith']
    AND r.since <= $asOf AND (r.until IS NULL OR r.until > $asOf)
}
RETURN e.urn AS urn
