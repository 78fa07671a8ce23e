// Aspects that stay although an entity that they name was hard-deleted after they were written, in the same transaction: DANGLING as
// drop-edges-of-deleted.cypher leaves it, for edges that were never there, or whose mark clear-dangling.cypher has just taken.
// $rows: [{id, aspect, type, source, target, columnsOnly, end}]; `end`: URN of the hard-deleted one. By node id; index: entity_urn.
UNWIND $rows AS row
MATCH (e) WHERE id(e) = row.id
MATCH (t:Entity {urn: row.end})
CREATE (e)-[:DANGLING {aspect: row.aspect, type: row.type, source: row.source, target: row.target, columnsOnly: row.columnsOnly, sourceLife: e.life}]->(t)
