// The newest point of each timeseries. $series: [urn|aspect]. Columns: series, value. Index: point_identity (its order is used).
UNWIND $series AS series
CALL (series) {
  MATCH (p:Point {series: series})
  WHERE p.time IS NOT NULL AND p.rest IS NOT NULL
  RETURN p.value AS value ORDER BY p.series DESC, p.time DESC, p.rest DESC LIMIT 1
}
RETURN series, value
