// Lengthens a claim before an import that could outlast it. Who has lost an entity must not write its document.
// $urns, sorted; $lease; $until: epoch ms. Columns: urn, of those that are still claimed. Index: entity_urn.
UNWIND $urns AS urn
MATCH (e:Entity {urn: urn})
SET e._l = 1
WITH e
WHERE e.lease = $lease
SET e.leasedUntil = $until
RETURN e.urn AS urn
