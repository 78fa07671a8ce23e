// Which of these entities have writes that the search index does not show yet. $urns. Columns: urn. Index: entity_urn.
UNWIND $urns AS urn
MATCH (e:Entity {urn: urn})
WHERE e:Dirty
RETURN urn
