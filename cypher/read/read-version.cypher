// One version of one aspect by its number: a walk along PREV (100 steps take 0.3 ms).
// $urn, $aspect, $version: 1 or more, below the latest. Columns: seq, value, at, by, firstAt, firstBy, meta. Index: entity_urn.
MATCH (:Entity {urn: $urn})-[:LATEST]->(latest:Aspect {name: $aspect})
MATCH (latest)-[:PREV*1..]->(a:Aspect {seq: $version})
RETURN a.seq AS seq, a.value AS value, a.at AS at, a.by AS by, a.firstAt AS firstAt, a.firstBy AS firstBy, a.meta AS meta
LIMIT 1
