// Entities that carry values of a property, a page in the order of their URNs; of a hard-deleted one they hang by DANGLING.
// $urn, $after, $limit. Columns: holder. Index: entity_urn.
MATCH (:Entity {urn: $urn})<-[r:HAS_PROPERTY|DANGLING]-(h:Entity)
WHERE h.urn > $after AND (type(r) = 'HAS_PROPERTY' OR r.type = 'HAS_PROPERTY')
RETURN DISTINCT h.urn AS holder
ORDER BY holder
LIMIT $limit
