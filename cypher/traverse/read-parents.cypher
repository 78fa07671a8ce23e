// What is directly above entities in a hierarchy, where that is itself below something: circles are among these.
// $prefixes: what URNs of its types begin with; $aspect: that says where they are. «types»: the name of the relationship.
// Columns: urn, above. Index: entity_urn (a range of it).
UNWIND $prefixes AS prefix
MATCH (e:Entity)-[r:«types»]->(x:Entity)
WHERE e.urn STARTS WITH prefix AND r.aspect = $aspect AND EXISTS { (x)-[further:«types»]->(:Entity) WHERE further.aspect = $aspect }
RETURN e.urn AS urn, x.urn AS above
