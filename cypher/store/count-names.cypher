// How many entities have a URN that begins so. $prefix. Columns: entities. Index: entity_urn.
MATCH (e:Entity)
WHERE e.urn STARTS WITH $prefix
RETURN count(e) AS entities
