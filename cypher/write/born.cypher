// Entities that begin to exist: their type, as property and as label.
// $rows: [{id, type}]. By node id, found by the lock.
UNWIND $rows AS row
MATCH (e) WHERE id(e) = row.id
SET e.type = row.type, e:$(row.type)
