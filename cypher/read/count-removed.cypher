// How many entities of some types are soft-deleted.
// $types. Columns: type, total. Index: entity_removed.
MATCH (e:Entity)
WHERE e.removed = true AND e.type IN $types
RETURN e.type AS type, count(e) AS total
