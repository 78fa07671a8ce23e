// How long the values are that read-versions.cypher gives. $rows: as there. Columns: urn, aspect, seq, characters.
// Index: entity_urn, then once along PREV.
UNWIND $rows AS row
MATCH (:Entity {urn: row.urn})-[:LATEST]->(latest:Aspect {name: row.aspect})
MATCH (latest)-[:PREV*0..]->(a:Aspect)
WHERE a.seq IN row.seqs
RETURN row.urn AS urn, a.name AS aspect, a.seq AS seq, size(a.value) AS characters
