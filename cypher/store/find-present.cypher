// Which of some entities exist. $urns. Columns: urn. Index: entity_urn.
UNWIND $urns AS urn
MATCH (:Entity {urn: urn})-[:LATEST]->(:Aspect)
RETURN DISTINCT urn
