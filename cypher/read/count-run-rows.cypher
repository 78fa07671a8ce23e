// How many aspects a run has written that are still the latest, and how many entities have them.
// $run. Columns: rows, entities. Index: aspect_run.
MATCH (a:Aspect {runId: $run})<-[:LATEST]-(e:Entity)
RETURN count(a) AS rows, count(DISTINCT e) AS entities
