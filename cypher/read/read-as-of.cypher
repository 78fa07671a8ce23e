// Aspects of entities as they stood at a time. Each chain of versions holds until it ended; of the chains of one aspect the one that
// ended first after that time is meant (the reader chooses: there are seldom two). Same columns of a version as in update-entities.cypher.
// $urns; $aspects: names, or null for all; $asOf: epoch ms.
// Columns: urn, forgotten: time of the hard delete or null, removed, chains: [[name, until or null, oldest seq, its at, version or null]].
// Index: entity_urn, then along PREV.
UNWIND $urns AS urn
MATCH (e:Entity {urn: urn})
RETURN urn, e.forgotten AS forgotten, size([t IN coalesce(e.toggled, []) WHERE t <= $asOf]) % 2 = 1 AS removed,
  COLLECT {
    MATCH (e)-[l:LATEST|ENDED]->(newest:Aspect)
    WHERE (l.until IS NULL OR l.until > $asOf) AND ($aspects IS NULL OR newest.name IN $aspects)
    MATCH (newest)-[:PREV*0..]->(a:Aspect)
    WITH l, a ORDER BY a.seq DESC
    WITH l, collect(a) AS chain
    WITH l, last(chain) AS oldest, head([a IN chain WHERE a.at <= $asOf]) AS a
    RETURN [oldest.name, l.until, oldest.seq, oldest.at,
      CASE WHEN a IS NULL THEN null ELSE [a.name, a.seq, a.value, a.at, a.by, a.firstAt, a.firstBy, a.meta, a.run] END]
  } AS chains
