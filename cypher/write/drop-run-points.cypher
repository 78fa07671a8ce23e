// Drops points that a run wrote, some at a time, and marks their entities for indexing.
// $run, $limit, $mark, $at: epoch ms. Columns: points. Index: point_run, entity_urn.
MATCH (p:Point {runId: $run})
WITH p LIMIT $limit
WITH p, left(p.series, size(p.series) - size(last(split(p.series, '|'))) - 1) AS urn
DELETE p
WITH urn, count(*) AS points
OPTIONAL MATCH (e:Entity {urn: urn})
SET e:Dirty, e.mark = $mark, e.markedAt = coalesce(e.markedAt, $at)
RETURN sum(points) AS points
