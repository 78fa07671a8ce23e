// Edges of some types in the order of their ids, each (type, source, target) once.
// $after: id of the last one of the page before, or -1; $sourcePrefixes, $targetPrefixes: beginnings of URNs, or null; $targets: URNs,
// or null; $removed: also those with a soft-deleted end; $count; «types»: A|B of the model's names.
// Columns: id, type, source, target. By the relationship type index.
MATCH (s:Entity)-[r:«types»]->(t:Entity)
WHERE id(r) > $after
  AND ($sourcePrefixes IS NULL OR any(prefix IN $sourcePrefixes WHERE s.urn STARTS WITH prefix))
  AND ($targetPrefixes IS NULL OR any(prefix IN $targetPrefixes WHERE t.urn STARTS WITH prefix))
  AND ($targets IS NULL OR t.urn IN $targets)
  AND ($removed OR (s.removed IS NULL AND t.removed IS NULL))
  AND NOT EXISTS { MATCH (s)-[twin:«types»]->(t) WHERE type(twin) = type(r) AND id(twin) < id(r) }
RETURN id(r) AS id, type(r) AS type, s.urn AS source, t.urn AS target
ORDER BY id
LIMIT $count
