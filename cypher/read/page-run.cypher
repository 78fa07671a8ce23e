// Aspects whose latest version a run wrote, in the order of the index.
// $run, $start, $count; $soft: also those of soft-deleted entities. Columns: urn, version as in read-entities.cypher. Index: aspect_run.
MATCH (a:Aspect {runId: $run})
MATCH (e:Entity)-[:LATEST]->(a)
WHERE $soft OR e.removed IS NULL
WITH e, a SKIP $start LIMIT $count
RETURN e.urn AS urn, [a.name, a.seq, a.value, a.at, a.by, a.firstAt, a.firstBy, a.meta] AS version
