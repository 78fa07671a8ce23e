// Gives entities back that could not be indexed; `until` keeps one away for a while, `reason` says why its document was refused.
// $rows: [{urn, until: epoch ms or null, reason: text or null}], sorted by urn; $lease. Index: entity_urn.
UNWIND $rows AS row
MATCH (e:Entity {urn: row.urn})
SET e._l = 1
WITH e, row
WHERE e.lease = $lease
SET e.leasedUntil = row.until, e.refused = row.reason
REMOVE e.lease
