// Takes away edges that no aspect says, without a trace: they were never said, so they have no past. An id may have gone to another edge
// meanwhile, hence the rest. $rows: [{id, type, aspect, holder}]. By relationship id.
UNWIND $rows AS row
MATCH ()-[r]->()
WHERE id(r) = row.id AND type(r) = row.type AND r.aspect = row.aspect AND r.holder = row.holder
DELETE r
