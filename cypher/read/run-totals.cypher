// How much a run has written that is still the latest: aspects, key aspects among them, and entities that also have aspects of other
// origin (`unsafe`, with the number of those aspects, and of the defaults that the run brought them).
// $run; $keys: names of key aspects; $limit. Columns: rows, keys, unsafe, defaults, foreign, unsafeUrns, points. Index: aspect_run,
// point_run.
MATCH (a:Aspect {runId: $run})<-[:LATEST]-(e:Entity)
WITH a, e, a.name IN $keys AS key
WITH a, e, key, CASE WHEN key THEN COUNT { MATCH (e)-[:LATEST]->(b:Aspect) WHERE b.runId IS NULL OR b.runId <> $run } ELSE 0 END AS others
WITH a, e, key, others,
  CASE WHEN others > 0 THEN COUNT { MATCH (e)-[:LATEST]->(b:Aspect) WHERE b.runId = $run AND b.meta CONTAINS '"added":true' } ELSE 0 END AS added
WITH count(a) AS rows, sum(CASE WHEN key THEN 1 ELSE 0 END) AS keys, sum(CASE WHEN others > 0 THEN 1 ELSE 0 END) AS unsafe,
  sum(added) AS defaults, sum(others) AS foreign, collect(CASE WHEN others > 0 THEN e.urn END)[..$limit] AS unsafeUrns
RETURN rows, keys, unsafe, defaults, foreign, unsafeUrns, COUNT { MATCH (p:Point) WHERE p.runId = $run } AS points
