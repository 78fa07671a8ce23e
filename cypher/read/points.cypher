// A window of a timeseries, newest or oldest first: «order» is DESC or ASC.
// $series, $from, $to (both inclusive), $skip, $limit. Columns: time, value, meta. Index: point_identity (its order is used).
MATCH (p:Point {series: $series})
WHERE p.time >= $from AND p.time <= $to
RETURN p.time AS time, p.value AS value, p.meta AS meta
ORDER BY p.series «order», p.time «order», p.rest «order»
SKIP $skip LIMIT $limit
