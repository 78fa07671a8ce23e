// Whose aspects make each of these edges: column lineage can be made by others than its source.
// $rows: [{source, target}]; $type: its name; $asOf: epoch ms, or null for now; «edge»: a pattern of the type and PAST.
// Columns: source, target, holders: URNs. Index: entity_urn at both ends; the edge is found between them.
UNWIND $rows AS row
MATCH (s:Entity {urn: row.source})
MATCH (t:Entity {urn: row.target})
MATCH (s)«edge»(t)
WHERE coalesce(r.type, $type) = $type
  AND CASE WHEN $asOf IS NULL THEN r.until IS NULL ELSE r.since <= $asOf AND (r.until IS NULL OR r.until > $asOf) END
RETURN row.source AS source, row.target AS target, collect(DISTINCT r.holder) AS holders
