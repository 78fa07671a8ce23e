// Versions of aspects, as a commit has written them. A version of a later life of the aspect has the same number, but is newer.
// $rows: [{key, urn, aspect, seq, at: epoch ms of the commit}]. Columns: key, version as in lock-and-read.
// Index: entity_urn, then along PREV.
UNWIND $rows AS row
MATCH (:Entity {urn: row.urn})-[:LATEST]->(latest:Aspect {name: row.aspect})
WHERE latest.seq >= row.seq
MATCH (latest)-[:PREV*0..]->(a:Aspect {seq: row.seq})
WHERE a.at <= row.at
RETURN row.key AS key, [a.name, a.seq, a.value, a.at, a.by, a.firstAt, a.firstBy, a.meta, a.run] AS version
