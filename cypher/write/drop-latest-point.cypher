// Removes the newest point of a timeseries, and marks its entity for indexing.
// $urn, $series, $mark: text, $at: epoch ms. Index: point_identity (its order is used; every part of it needs a predicate), entity_urn.
MATCH (p:Point {series: $series})
WHERE p.time IS NOT NULL AND p.rest IS NOT NULL
WITH p ORDER BY p.series DESC, p.time DESC, p.rest DESC LIMIT 1
DELETE p
WITH 1 AS deleted
MATCH (e:Entity {urn: $urn})
SET e:Dirty, e.mark = $mark, e.markedAt = coalesce(e.markedAt, $at)
