// The next entities in the order of their URNs. $after, $below: range of URNs, exclusive; $limit. Columns: urn.
// Index: entity_urn (its order is used).
MATCH (e:Entity)
WHERE e.urn > $after AND e.urn < $below AND e.type IS NOT NULL
RETURN e.urn AS urn
ORDER BY urn LIMIT $limit
