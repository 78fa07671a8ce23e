// Points of timeseries, and whether their entity is there. $from, $to: node ids, both inclusive.
// Columns: series, time, rest, value, meta, runId, at, urn, exists. By node id; index: entity_urn.
UNWIND range($from, $to) AS one
MATCH (p:Point)
WHERE id(p) = one
WITH p, left(p.series, size(p.series) - size(last(split(p.series, '|'))) - 1) AS urn
OPTIONAL MATCH (e:Entity {urn: urn})
RETURN p.series AS series, p.time AS time, p.rest AS rest, p.value AS value, p.meta AS meta, p.runId AS runId, p.at AS at, urn, e.type IS NOT NULL AS exists
