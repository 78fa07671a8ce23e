// How many entities of a type there are, and how many of them are soft-deleted. «label» is the type.
// $type. Columns: total, removed. The total comes from the store's counts; index: entity_removed.
CALL () { MATCH (e:`«label»`) RETURN count(e) AS total }
CALL () { MATCH (e:Entity) WHERE e.removed = true AND e.type = $type RETURN count(e) AS removed }
RETURN total, removed
