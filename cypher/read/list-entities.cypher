// URNs of the entities of a type behind a URN: «order» is ASC or DESC.
// $type, $from and $to (both exclusive; a prefix would be filtered, not sought), $includeRemoved, $limit. Columns: urn.
// Index: entity_urn (its order is used).
MATCH (e:Entity)
WHERE e.urn > $from AND e.urn < $to AND e.type = $type AND ($includeRemoved OR e.removed IS NULL)
RETURN e.urn AS urn
ORDER BY e.urn «order»
LIMIT $limit
