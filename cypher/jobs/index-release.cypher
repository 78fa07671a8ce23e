// Gives entities back that could not be indexed; `$until` keeps one away for a while. $urns, sorted; $lease; $until: epoch ms or null.
// Index: entity_urn.
UNWIND $urns AS urn
MATCH (e:Entity {urn: urn})
SET e._l = 1
WITH e
WHERE e.lease = $lease
SET e.leasedUntil = $until
REMOVE e.lease
