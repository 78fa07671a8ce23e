// read-related.cypher as of a time: edges that began by then and had not ended, those that are PAST by now included.
// $urn, $types, $asOf: epoch ms, $start, $count; «edge» is a pattern of the same types and PAST.
// Columns: forgotten: time of the hard delete or null, total, page: [[type, urn]]. Index: entity_urn.
MATCH (e:Entity {urn: $urn})
CALL (e) {
  MATCH (e)«edge»(t:Entity)
  WHERE r.since <= $asOf AND (r.until IS NULL OR (r.until > $asOf AND r.type IN $types))
  WITH DISTINCT coalesce(r.type, type(r)) AS type, t.urn AS urn
  ORDER BY type, urn
  RETURN collect([type, urn]) AS pairs
}
RETURN e.forgotten AS forgotten, size(pairs) AS total, pairs[$start..$start + $count] AS page
