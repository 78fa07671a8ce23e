// Keeps what a run was refused, the same thing once, and counts it; then removes the oldest of the run but $most.
// $run; $at: epoch ms; $count: how many there were; $rows: [{id, urn, aspect, by, code, message, value}], sorted by id; $most. Columns: all: how
// many are kept of all runs. Index: run_id, refused_id, refused_run.
MERGE (r:Run {id: $run})
SET r.at = coalesce(r.at, $at), r.refused = coalesce(r.refused, 0) + $count
FOREACH (row IN $rows |
  MERGE (f:Refused {id: row.id})
  SET f.run = $run, f.at = $at, f.urn = row.urn, f.aspect = row.aspect, f.by = row.by, f.code = row.code, f.message = row.message, f.value = row.value
)
WITH r
CALL () {
  MATCH (f:Refused {run: $run})
  WITH f ORDER BY f.at DESC, f.id SKIP $most
  DELETE f
}
RETURN COUNT { MATCH (:Refused) } AS all
