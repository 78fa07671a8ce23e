// Runs that write: one node each, so that runs are listed without a look at what they wrote.
// $rows: [{id, at}], sorted by id. Index: run_id.
UNWIND $rows AS row
MERGE (r:Run {id: row.id})
SET r.at = row.at
