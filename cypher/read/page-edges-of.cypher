// As page-edges.cypher, of some entities only: «near» is s (edges that leave them), t (edges that reach them).
// $urns; $after: id of the last edge of the page before, or -1; $targets: URNs, or null; the rest as there. Index: entity_urn.
UNWIND $urns AS urn
MATCH («near»:Entity {urn: urn})
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
