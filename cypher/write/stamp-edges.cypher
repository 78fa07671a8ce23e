// Edges whose stamps changed while the edge itself stays. Older stamps are in older versions of the aspect only: no read as of a time
// asks for them.
// $rows: [{source, target, type, aspect, holder, stamps}]. Index: entity_urn at both ends.
UNWIND $rows AS row
MATCH (s:Entity {urn: row.source})
MATCH (t:Entity {urn: row.target})
MATCH (s)-[r]-(t)
WHERE (type(r) = row.type OR r.via = row.type) AND r.aspect = row.aspect AND r.holder = row.holder AND r.until IS NULL
SET r.createdOn = row.stamps.createdOn, r.createdActor = row.stamps.createdActor,
  r.updatedOn = row.stamps.updatedOn, r.updatedActor = row.stamps.updatedActor, r.properties = row.stamps.properties,
  r.query = row.stamps.query
