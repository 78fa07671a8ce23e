// Removes the newest point of a timeseries. $series. Columns: dropped.
// Index: point_identity (its order is used; every part of it needs a predicate).
MATCH (p:Point {series: $series})
WHERE p.time IS NOT NULL AND p.rest IS NOT NULL
WITH p ORDER BY p.series DESC, p.time DESC, p.rest DESC LIMIT 1
DELETE p
RETURN count(*) AS dropped
