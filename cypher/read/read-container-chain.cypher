// The chain of containers above each container, nearest first, the container itself included.
// $urns. Columns: urn, chain: [urn]. Index: entity_urn.
UNWIND $urns AS urn
MATCH p = (:Entity {urn: urn})-[:IsPartOf*0..32]->(c:Entity)
WHERE ALL(r IN relationships(p) WHERE r.aspect = 'container')
WITH urn, p ORDER BY length(p) DESC
WITH urn, head(collect(p)) AS longest
RETURN urn, [c IN nodes(longest) | c.urn] AS chain
