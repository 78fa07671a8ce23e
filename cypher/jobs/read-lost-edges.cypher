// Edges of the aspects of these entities that went with a hard-deleted end (drop-edges-of-deleted.cypher).
// $urns. Columns: urn, aspect, type, source, target. Index: entity_urn.
UNWIND $urns AS urn
MATCH (e:Entity {urn: urn})-[d:DANGLING]->()
RETURN urn, d.aspect AS aspect, d.type AS type, d.source AS source, d.target AS target
