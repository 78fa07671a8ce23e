// Edges that end are kept apart as PAST, with type and time, for reads as of a time; today's traversals never meet them.
// $rows: [{source, target, type, aspect, holder, at}]. Index: entity_urn at both ends; the edge is found between them.
UNWIND $rows AS row
MATCH (s:Entity {urn: row.source})
MATCH (t:Entity {urn: row.target})
MATCH (s)-[r]->(t)
WHERE type(r) = row.type AND r.aspect = row.aspect AND r.holder = row.holder
CREATE (s)-[past:PAST]->(t)
SET past = properties(r), past.type = row.type, past.until = row.at
DELETE r
