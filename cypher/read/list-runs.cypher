// Runs whose writes are still there, or that were refused something, latest first: rows are the aspects whose latest version a run wrote, and its
// points. $unnamed: the id of what names no run, which is no run; $start, $count; $soft: count aspects of soft-deleted entities too. Columns: runId, rows, timestamp, refused.
// Index: aspect_run, point_run, refused_run.
MATCH (r:Run)
WHERE r.id <> $unnamed
  AND (EXISTS { MATCH (a:Aspect) WHERE a.runId = r.id } OR EXISTS { MATCH (p:Point) WHERE p.runId = r.id } OR EXISTS { MATCH (f:Refused) WHERE f.run = r.id })
WITH r ORDER BY r.at DESC, r.id SKIP $start LIMIT $count
RETURN r.id AS runId, r.at AS timestamp,
  COUNT { MATCH (a:Aspect)<-[:LATEST]-(e:Entity) WHERE a.runId = r.id AND ($soft OR e.removed IS NULL) }
  + COUNT { MATCH (p:Point) WHERE p.runId = r.id } AS rows,
  coalesce(r.refused, 0) AS refused
