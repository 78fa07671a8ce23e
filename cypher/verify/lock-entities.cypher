// Holds entities fast as a commit does: what a second look sees is then of one moment. None is made. $urns, sorted. Index: entity_urn.
UNWIND $urns AS urn
MATCH (e:Entity {urn: urn})
SET e._l = 1
