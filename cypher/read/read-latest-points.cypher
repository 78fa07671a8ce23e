// The newest point of each timeseries, up to a time. $series: [urn|aspect], $to (inclusive). Columns: series, value, meta.
// Index: point_identity (its order is used; every part of it needs a predicate).
UNWIND $series AS series
CALL (series) {
  MATCH (p:Point {series: series})
  WHERE p.time <= $to AND p.rest IS NOT NULL
  RETURN p.value AS value, p.meta AS meta ORDER BY p.series DESC, p.time DESC, p.rest DESC LIMIT 1
}
RETURN series, value, meta
