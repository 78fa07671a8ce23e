// An aspect is deleted with all its versions: its numbers are gone, reads as of an earlier time still find it.
// $rows: [{id, name, at}]. By node id.
UNWIND $rows AS row
MATCH (e) WHERE id(e) = row.id
MATCH (e)-[latest:LATEST]->(a:Aspect {name: row.name})
CREATE (e)-[:ENDED {name: row.name, until: row.at}]->(a)
REMOVE a.runId
DELETE latest
