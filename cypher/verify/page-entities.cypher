// The next entities in the order of their URNs: all that have a node, also those that are only named or were hard-deleted.
// $after: URN, exclusive; $limit. Columns: urn. Index: entity_urn (its order is used).
MATCH (e:Entity)
WHERE e.urn > $after
RETURN e.urn AS urn
ORDER BY e.urn
LIMIT $limit
