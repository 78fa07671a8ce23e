// Which edges were there before and had ended: they began again, with a write that made no version. $rows: [{key, source, target, holder,
// aspect}]. Columns: key. Index: entity_urn at both ends.
UNWIND $rows AS row
MATCH (s:Entity {urn: row.source})
MATCH (t:Entity {urn: row.target})
WHERE EXISTS { MATCH (s)-[p:PAST|PAST_UPSTREAM]->(t) WHERE p.holder = row.holder AND p.aspect = row.aspect }
RETURN row.key AS key
