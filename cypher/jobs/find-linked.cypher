// What may be the siblings of entities, or was: of those that have or may have some, the other ends of some edges, and what names a hard-deleted
// one in an aspect. Edges of lineage count between what is of dbt and what is not.
// $urns; $dbt: what the URNs of dbt's entities begin with; $sibling: a relationship name; $aspect; $most of each; «edge» is `-[r:A|B]-`, of
// relationship names of the model. Columns: urn, others. Index: entity_urn.
UNWIND $urns AS one
MATCH (e:Entity {urn: one})
CALL (e) {
  MATCH (e)«edge»(o:Entity)
  WHERE type(r) = $sibling OR (e.urn STARTS WITH $dbt) <> (o.urn STARTS WITH $dbt)
  RETURN o.urn AS other LIMIT $most
  UNION
  MATCH (e)<-[d:DANGLING]-(o:Entity)
  WHERE d.aspect = $aspect
  RETURN o.urn AS other LIMIT $most
  UNION
  RETURN null AS other
}
WITH e, collect(DISTINCT other) AS others, EXISTS { (e)-[:LATEST]->(a:Aspect) WHERE a.name = $aspect } AS has
WHERE has OR size(others) > 0
RETURN e.urn AS urn, others
