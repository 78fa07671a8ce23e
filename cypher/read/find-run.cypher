// Has a run of this id ever written? $run. Columns: known. Index: run_id.
RETURN EXISTS { MATCH (r:Run {id: $run}) } AS known
