// Mirrors `status.removed` on the entity, so that traversals can leave soft-deleted entities out without reading aspects.
// $rows: [{id, removed}] with removed true or null. By node id.
UNWIND $rows AS row
MATCH (e) WHERE id(e) = row.id
SET e.removed = row.removed
