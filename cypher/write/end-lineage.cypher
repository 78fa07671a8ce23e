// The lineage side of end-edges.cypher: UPSTREAM becomes PAST_UPSTREAM.
// $rows: [{upstream, downstream, type, aspect, holder, at}]. Index: entity_urn at both ends.
UNWIND $rows AS row
MATCH (d:Entity {urn: row.downstream})
MATCH (u:Entity {urn: row.upstream})
MATCH (d)-[r:UPSTREAM]->(u)
WHERE r.via = row.type AND r.aspect = row.aspect AND r.holder = row.holder
CREATE (d)-[past:PAST_UPSTREAM]->(u)
SET past = properties(r), past.until = row.at
DELETE r
