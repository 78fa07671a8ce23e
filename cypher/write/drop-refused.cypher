// Forgets what a run was refused. $run. Columns: dropped. Index: run_id, refused_run.
OPTIONAL MATCH (r:Run {id: $run})
SET r.refused = NULL
WITH r
CALL () {
  MATCH (f:Refused {run: $run})
  DELETE f
  RETURN count(*) AS dropped
}
RETURN dropped
