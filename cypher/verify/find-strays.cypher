// Edges that begin at an entity and that another one holds, or nobody: those of column lineage, and doubles of lineage that runs downstream.
// $urns. Columns: urn, id, type, via, target, aspect, holder, beingDeleted: is an end or the holder being hard-deleted? Index: entity_urn.
UNWIND $urns AS urn
MATCH (e:Entity {urn: urn})-[r]->(t:Entity)
WHERE r.until IS NULL AND type(r) <> 'DANGLING' AND (r.holder IS NULL OR r.holder <> urn)
RETURN urn, id(r) AS id, type(r) AS type, r.via AS via, t.urn AS target, r.aspect AS aspect, r.holder AS holder, e:Doomed OR t:Doomed AS beingDeleted
