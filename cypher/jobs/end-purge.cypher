// An order is carried out, unless a newer one has come meanwhile. $urn, $purge. Index: entity_urn.
MATCH (p:Entity {urn: $urn})
WHERE p.purge = $purge
REMOVE p:Purge, p.purge
