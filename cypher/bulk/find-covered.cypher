// Aspects of entities of which the latest version is not of a run, but an older one is. The version before a rollback is not among them: it
// hangs by ENDED. $urns; $names: of aspects; $run. Columns: urn, aspect, by, run, at: of the latest version, latestToo: is another aspect of
// the entity as the run wrote it? Index: entity_urn, then along PREV.
UNWIND $urns AS urn
MATCH (e:Entity {urn: urn})-[:LATEST]->(latest:Aspect)
WHERE latest.name IN $names AND (latest.run IS NULL OR latest.run <> $run)
  AND EXISTS { (latest)-[:PREV*1..]->(:Aspect {run: $run}) }
RETURN urn, latest.name AS aspect, latest.by AS by, latest.run AS run, latest.at AS at, EXISTS { (e)-[:LATEST]->(:Aspect {runId: $run}) } AS latestToo
