// One version of one aspect by its number: a walk along PREV (100 steps take 0.3 ms).
// $urn, $aspect, $version: 1 or more, below the latest. Columns: version as in read-entities.cypher. Index: entity_urn.
MATCH (:Entity {urn: $urn})-[:LATEST]->(latest:Aspect {name: $aspect})
MATCH (latest)-[:PREV*1..]->(a:Aspect {seq: $version})
RETURN [a.name, a.seq, a.value, a.at, a.by, a.firstAt, a.firstBy, a.meta] AS version
LIMIT 1
