// Edges of some types in the order of their ids, each (type, source, target) once: of the ids from $from to $to, or, if they are given,
// of $ids, which ascend. Each id is sought, and no more than it takes to fill the page.
// $from, $to: ids; $ids: or null; $sourcePrefixes, $targetPrefixes: beginnings of URNs, or null; $removed: also those with a soft-deleted
// end; $count; «types»: A|B of the model's names. Columns: id, type, source, target. By relationship id.
UNWIND CASE WHEN $ids IS NULL THEN range($from, $to) ELSE $ids END AS one
MATCH (s:Entity)-[r:«types»]->(t:Entity)
WHERE id(r) = one
  AND ($sourcePrefixes IS NULL OR any(prefix IN $sourcePrefixes WHERE s.urn STARTS WITH prefix))
  AND ($targetPrefixes IS NULL OR any(prefix IN $targetPrefixes WHERE t.urn STARTS WITH prefix))
  AND ($removed OR (s.removed IS NULL AND t.removed IS NULL))
  AND NOT EXISTS { MATCH (s)-[twin:«types»]->(t) WHERE type(twin) = type(r) AND id(twin) < id(r) }
RETURN one AS id, type(r) AS type, s.urn AS source, t.urn AS target
LIMIT $count
