// What a commit changes on entities themselves: type and label of those that begin to exist, the mirror of `status.removed` (so that
// traversals can leave soft-deleted entities out without reading aspects), and the times at which that mirror turned (`toggled`, in turns
// on and off: the same for traversals as of a time).
// $rows: [{id, at, born: [type] or [], removed: [true or null] or []}]. By node id.
UNWIND $rows AS row
MATCH (e) WHERE id(e) = row.id
FOREACH (type IN row.born | SET e.type = type, e:$(type))
FOREACH (removed IN row.removed | SET e.removed = removed, e.toggled = coalesce(e.toggled, []) + row.at)
