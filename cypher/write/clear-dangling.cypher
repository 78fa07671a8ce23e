// An aspect that was written again has all its edges again, and one that is gone has none: what told of the missing ones goes (see
// drop-edges-of-deleted.cypher).
// $rows: [{id, aspect}]. By node id.
UNWIND $rows AS row
MATCH (e) WHERE id(e) = row.id
MATCH (e)-[d:DANGLING]->()
WHERE d.aspect = row.aspect
DELETE d
