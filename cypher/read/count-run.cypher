// How much a run has written that is still the latest: aspects, those by which an entity began among them (key aspects without a version
// of other origin), and entities that also have aspects of other origin (`unsafe`, with the number of those aspects, and of the defaults
// that the run brought them); and the aspects of other entities of which the version to go back to was retired.
// $run; $keys: names of key aspects; $limit. Columns: rows, keys, unsafe, defaults, foreign, unsafeUrns, retired, retiredUrns, points.
// Index: aspect_run, point_run, then along PREV.
MATCH (a:Aspect {runId: $run})<-[:LATEST]-(e:Entity)
CALL (a) {
  MATCH (a)-[:PREV*0..]->(kept:Aspect)
  RETURN min(kept.seq) = 1 AS whole, all(run IN collect(coalesce(kept.run, '')) WHERE run = $run) AS own
}
WITH a, e, whole, own, own AND whole AND a.name IN $keys AS key
WITH a, e, key, own AND NOT whole AS retired,
  CASE WHEN key THEN COUNT { MATCH (e)-[:LATEST]->(b:Aspect) WHERE b.runId IS NULL OR b.runId <> $run } ELSE 0 END AS others
WITH a, e, key, retired, others,
  CASE WHEN others > 0 THEN COUNT { MATCH (e)-[:LATEST]->(b:Aspect) WHERE b.runId = $run AND b.meta CONTAINS '"added":true' } ELSE 0 END AS added
WITH count(a) AS rows, sum(CASE WHEN key THEN 1 ELSE 0 END) AS keys, sum(CASE WHEN others > 0 THEN 1 ELSE 0 END) AS unsafe,
  sum(added) AS defaults, sum(others) AS foreign, collect(CASE WHEN others > 0 THEN e.urn END)[..$limit] AS unsafeUrns,
  sum(CASE WHEN retired THEN 1 ELSE 0 END) AS retired, collect(DISTINCT CASE WHEN retired THEN e.urn END)[..$limit] AS retiredUrns
RETURN rows, keys, unsafe, defaults, foreign, unsafeUrns, retired, retiredUrns, COUNT { MATCH (p:Point) WHERE p.runId = $run } AS points
