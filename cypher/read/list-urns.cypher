// Entities of a type, soft-deleted ones included, by URN.
// $from, $below: range of the type's URNs; $start, $count. Columns: urn. Index: entity_urn (its order is used).
MATCH (e:Entity)
WHERE e.urn >= $from AND e.urn < $below AND e.type IS NOT NULL
RETURN e.urn AS urn ORDER BY e.urn
SKIP $start LIMIT $count
