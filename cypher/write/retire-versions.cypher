// Retention: the oldest versions of an aspect go; numbers stay. The chain keeps the time before which it tells nothing.
// $rows: [{id, name, below}]: versions with a seq below that one. By node id, then along PREV.
UNWIND $rows AS row
MATCH (e) WHERE id(e) = row.id
MATCH (e)-[:LATEST]->(:Aspect {name: row.name})-[:PREV*0..]->(last:Aspect {seq: row.below})-[:PREV]->(newest:Aspect)
MATCH (newest)-[:PREV*0..]->(old:Aspect)
DETACH DELETE old
