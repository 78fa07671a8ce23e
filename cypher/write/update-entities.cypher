// What a commit changes on entities themselves: type and label of those that begin to exist, the mirror of `status.removed` (so that
// traversals can leave soft-deleted entities out without reading aspects), the times at which that mirror turned (`toggled`, in turns
// on and off: the same for traversals as of a time), and the mark for indexing. `mark` is new with every
// commit: the indexer clears only the mark that it saw.
// $rows: [{id, at, born: [type] or [], removed: [true or null] or [], marked: [1] or []}]; $mark: text; $at: epoch ms. By node id.
UNWIND $rows AS row
MATCH (e) WHERE id(e) = row.id
FOREACH (type IN row.born | SET e.type = type, e:$(type))
FOREACH (removed IN row.removed | SET e.removed = removed, e.toggled = coalesce(e.toggled, []) + row.at)
FOREACH (_ IN row.marked | SET e:Dirty, e.mark = $mark, e.markedAt = coalesce(e.markedAt, $at))
