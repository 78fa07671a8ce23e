// A write that changed nothing: only the system metadata of the latest version moves (docs/semantics.md 3.5). `runId` stays: the content
// still comes from the run that wrote it.
// $rows: [{id, name, meta}]. By node id.
UNWIND $rows AS row
MATCH (e) WHERE id(e) = row.id
MATCH (e)-[:LATEST]->(a:Aspect {name: row.name})
SET a.meta = row.meta
