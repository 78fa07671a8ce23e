// Which of these entities exist. $urns. Columns: urn, exists. Index: entity_urn.
UNWIND $urns AS urn
MATCH (e:Entity {urn: urn})
RETURN urn, e.type IS NOT NULL AS exists
