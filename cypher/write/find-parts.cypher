// What lives in entities and goes with them: columns. The name of an entity is the beginning of theirs.
// $rows: [{urn, prefixes: what their URNs begin with}]; $limit for each. Columns: urn, parts: [urn]. Index: entity_urn.
UNWIND $rows AS row
CALL (row) {
  UNWIND row.prefixes AS prefix
  MATCH (part:Entity)
  WHERE part.urn STARTS WITH prefix AND part.type IS NOT NULL
  WITH part.urn AS part LIMIT $limit
  RETURN collect(part) AS parts
}
RETURN row.urn AS urn, parts
