// Sets what the nodes of entities say of them as their aspects say it. $rows: [{urn, type, others: [label], removed: [true or null] or []}];
// `others`: labels to take away. Index: entity_urn.
UNWIND $rows AS row
MATCH (e:Entity {urn: row.urn})
SET e.type = row.type, e:$(row.type)
REMOVE e:$(row.others)
FOREACH (removed IN row.removed | SET e.removed = removed)
