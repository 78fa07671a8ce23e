// New edges; a far end that nobody has written yet gets its node. Lineage edges also get UPSTREAM, which always runs from the
// downstream to the upstream end: one type and one direction for every lineage traversal.
// An end that was hard-deleted before has a `life` (delete-entities.cypher): the edge says which it belongs to.
// $rows: [{source, target, type, props: {aspect, holder, since, ...stamps}, lineage}], sorted by target.
// Index: entity_urn.
UNWIND $rows AS row
MERGE (s:Entity {urn: row.source})
MERGE (t:Entity {urn: row.target})
CREATE (s)-[r:$(row.type)]->(t)
SET r = row.props, r.sourceLife = s.life, r.targetLife = t.life
FOREACH (_ IN CASE row.lineage WHEN 'upstream' THEN [1] ELSE [] END |
  CREATE (s)-[u:UPSTREAM]->(t) SET u = row.props, u.via = row.type, u.sourceLife = s.life, u.targetLife = t.life)
FOREACH (_ IN CASE row.lineage WHEN 'downstream' THEN [1] ELSE [] END |
  CREATE (t)-[u:UPSTREAM]->(s) SET u = row.props, u.via = row.type, u.sourceLife = t.life, u.targetLife = s.life)
