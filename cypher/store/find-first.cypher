// Which of some entities was written first. $urns. Columns: urn, at: epoch ms; no row: none exists. Index: entity_urn.
UNWIND $urns AS urn
MATCH (e:Entity {urn: urn})-[:LATEST]->(a:Aspect)
RETURN urn, min(a.firstAt) AS at
ORDER BY at LIMIT 1
