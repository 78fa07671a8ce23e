// Aspects whose latest version a run wrote, in the order of the index.
// $run, $start, $count; $soft: also those of soft-deleted entities. Columns as below. Index: aspect_run.
MATCH (a:Aspect {runId: $run})
MATCH (e:Entity)-[:LATEST]->(a)
WHERE $soft OR e.removed IS NULL
WITH e, a SKIP $start LIMIT $count
RETURN e.urn AS urn, a.name AS name, a.seq AS seq, a.value AS value, a.at AS at, a.by AS by, a.firstAt AS firstAt, a.firstBy AS firstBy,
  a.meta AS meta
