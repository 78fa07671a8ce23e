// Drops points that a run wrote, some at a time. $run, $limit. Columns: series, points. Index: point_run.
MATCH (p:Point {runId: $run})
WITH p LIMIT $limit
WITH p, p.series AS series
DELETE p
RETURN series, count(*) AS points
