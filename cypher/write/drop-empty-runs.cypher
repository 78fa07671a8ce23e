// Removes runs before $before that were refused something, if of that, and of what they wrote, nothing is left; $limit at once. $before: epoch ms.
// Each is locked and asked again: it may write meanwhile. Columns: dropped. Index: run_refused, aspect_run, point_run, refused_run.
MATCH (r:Run)
WHERE r.refused > 0 AND r.at < $before
  AND NOT EXISTS { MATCH (f:Refused) WHERE f.run = r.id }
  AND NOT EXISTS { MATCH (a:Aspect) WHERE a.runId = r.id }
  AND NOT EXISTS { MATCH (p:Point) WHERE p.runId = r.id }
WITH r ORDER BY r.id LIMIT $limit
SET r._l = 1
WITH r
WHERE NOT EXISTS { MATCH (f:Refused) WHERE f.run = r.id }
  AND NOT EXISTS { MATCH (a:Aspect) WHERE a.runId = r.id }
  AND NOT EXISTS { MATCH (p:Point) WHERE p.runId = r.id }
DELETE r
RETURN count(*) AS dropped
