// read-related.cypher for scrolls: the next pairs after one.
// $urn, $type and $after: the last pair of the page before, or null; $count; «edge» as there.
// Columns: type, urn. Index: entity_urn.
MATCH (:Entity {urn: $urn})«edge»(t:Entity)
WITH DISTINCT type(r) AS type, t.urn AS urn
WHERE $type IS NULL OR type > $type OR (type = $type AND urn > $after)
RETURN type, urn
ORDER BY type, urn
LIMIT $count
