// Which of these entities exist, and which wait for the indexer. $urns. Columns: urn, exists, waits. Index: entity_urn.
UNWIND $urns AS urn
MATCH (e:Entity {urn: urn})
RETURN urn, e.type IS NOT NULL AS exists, e:Dirty AS waits
