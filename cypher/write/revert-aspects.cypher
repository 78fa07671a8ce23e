// An aspect goes back to an older version: it is the latest again, with its number. What came after hangs by ENDED, in front of the
// same older versions, so that reads as of the time before still find what was there.
// $rows: [{id, name, seq, at}]. By node id, then along PREV.
UNWIND $rows AS row
MATCH (e) WHERE id(e) = row.id
MATCH (e)-[latest:LATEST]->(undone:Aspect {name: row.name})
MATCH (undone)-[:PREV*1..]->(a:Aspect {seq: row.seq})
CREATE (e)-[:ENDED {name: row.name, until: row.at}]->(undone)
CREATE (e)-[:LATEST]->(a)
SET a.runId = a.run
REMOVE undone.runId
DELETE latest
