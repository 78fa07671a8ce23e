// A window of a timeseries, newest or oldest first: «order» is DESC or ASC.
// $series, $from, $to (both inclusive), $skip, $limit. Columns: time, value, meta. Index: point_identity (its order is used; it
// is taken only where every part of it has a predicate, hence `rest IS NOT NULL`: without it all points are scanned).
MATCH (p:Point {series: $series})
WHERE p.time >= $from AND p.time <= $to AND p.rest IS NOT NULL
RETURN p.time AS time, p.value AS value, p.meta AS meta
ORDER BY p.series «order», p.time «order», p.rest «order»
SKIP $skip LIMIT $limit
