// Which of these runs have a node. $runs. Columns: run. Index: run_id.
UNWIND $runs AS run
MATCH (r:Run {id: run})
RETURN run
