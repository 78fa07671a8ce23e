// A window of several timeseries, newest first. $series: [urn|aspect], $from, $to (both inclusive), $skip, $limit: points of each.
// Columns: series, points: [[value, meta]]. Index: point_identity (as in read-points.cypher).
UNWIND $series AS series
CALL (series) {
  MATCH (p:Point {series: series})
  WHERE p.time >= $from AND p.time <= $to AND p.rest IS NOT NULL
  WITH p
  ORDER BY p.series DESC, p.time DESC, p.rest DESC
  SKIP $skip LIMIT $limit
  RETURN collect([p.value, p.meta]) AS points
}
RETURN series, points
