// Forgets what a run was refused; with $whole also the run, if nothing else is known of it. $run, $whole. Columns: dropped.
// Index: run_id, refused_run, aspect_run, point_run.
OPTIONAL MATCH (r:Run {id: $run})
WITH r, $whole AND r.refused > 0 AS alone
SET r.refused = NULL
WITH r, alone
CALL () {
  MATCH (f:Refused {run: $run})
  DELETE f
  RETURN count(*) AS dropped
}
WITH r, dropped, alone AND NOT EXISTS { MATCH (a:Aspect) WHERE a.runId = $run } AND NOT EXISTS { MATCH (p:Point) WHERE p.runId = $run } AS over
FOREACH (run IN CASE WHEN over THEN [r] ELSE [] END | DELETE run)
RETURN dropped
