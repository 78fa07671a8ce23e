// Points of some timeseries, newest first, and whether their entity is there. $series: [urn|aspect]; $limit: points of each.
// Columns: as in page-points.cypher. Index: point_identity (as in read-latest-points.cypher), entity_urn.
UNWIND $series AS series
CALL (series) {
  MATCH (p:Point {series: series})
  WHERE p.time IS NOT NULL AND p.rest IS NOT NULL
  RETURN p ORDER BY p.series DESC, p.time DESC, p.rest DESC LIMIT $limit
}
WITH p, left(p.series, size(p.series) - size(last(split(p.series, '|'))) - 1) AS urn
OPTIONAL MATCH (e:Entity {urn: urn})
RETURN p.series AS series, p.time AS time, p.rest AS rest, p.value AS value, p.meta AS meta, p.runId AS runId, p.at AS at, urn, e.type IS NOT NULL AS exists
