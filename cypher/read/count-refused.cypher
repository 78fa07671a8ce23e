// How often a run was refused something, and how much of that is kept. $run. Columns: total, kept. Index: run_id, refused_run.
OPTIONAL MATCH (r:Run {id: $run})
RETURN coalesce(r.refused, 0) AS total, COUNT { MATCH (f:Refused) WHERE f.run = $run } AS kept
