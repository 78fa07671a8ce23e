// The next entities whose edges are looked at, in the order of their URNs. $after: URN; $limit. Columns: urn.
// Index: entity_urn (its order is used).
MATCH (e:Entity)
WHERE e.urn > $after AND e.type IS NOT NULL
RETURN e.urn AS urn
ORDER BY urn
LIMIT $limit
