// Versions of aspects by their numbers; those that are deleted or retired are missing.
// $rows: [{urn, aspect, seqs: [number]}], each aspect once. Columns: urn, version as in lock-and-read.
// Index: entity_urn, then once along PREV.
UNWIND $rows AS row
MATCH (:Entity {urn: row.urn})-[:LATEST]->(latest:Aspect {name: row.aspect})
MATCH (latest)-[:PREV*0..]->(a:Aspect)
WHERE a.seq IN row.seqs
RETURN row.urn AS urn, [a.name, a.seq, a.value, a.at, a.by, a.firstAt, a.firstBy, a.meta, a.run] AS version
