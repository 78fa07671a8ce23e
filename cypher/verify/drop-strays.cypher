// Takes away edges that no aspect says. An id may have gone to another edge meanwhile, hence the rest.
// $rows: [{id, type, source, target}]. By relationship id.
UNWIND $rows AS row
MATCH (s)-[r]->(t)
WHERE id(r) = row.id AND type(r) = row.type AND s.urn = row.source AND t.urn = row.target
DELETE r
