// Keeps what a run was refused, the same thing once, and counts it; then removes the oldest of the run and sender but $most: nobody pushes out what others
// were refused. $run; $by: URN; $at: epoch ms; $count: how many there were; $rows: [{id, urn, aspect, code, message, value}], sorted by id; $most.
// Columns: all, own: how many are kept, and how many of the sender. Index: run_id, refused_id, refused_by.
MERGE (r:Run {id: $run})
SET r.at = coalesce(r.at, $at), r.refused = coalesce(r.refused, 0) + $count
FOREACH (row IN $rows |
  MERGE (f:Refused {id: row.id})
  SET f.run = $run, f.at = $at, f.urn = row.urn, f.aspect = row.aspect, f.by = $by, f.code = row.code, f.message = row.message, f.value = row.value
)
WITH r
CALL () {
  MATCH (f:Refused {by: $by})
  WHERE f.run = $run
  WITH f ORDER BY f.at DESC, f.id SKIP $most
  DELETE f
}
RETURN COUNT { MATCH (:Refused) } AS all, COUNT { MATCH (f:Refused) WHERE f.by = $by } AS own
