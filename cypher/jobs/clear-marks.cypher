// Ends a claim. A mark goes only if it is the one that was seen: a write that came meanwhile is indexed again. Who has lost the lease
// may have put an older document over a newer one: the entity is marked anew.
// $rows: [{urn, mark}], sorted by urn; $lease; $claimedAt: epoch ms; $mark: text, for entities that are marked anew. Index: entity_urn.
UNWIND $rows AS row
MATCH (e:Entity {urn: row.urn})
SET e._l = 1
WITH e, row, coalesce(e.lease = $lease, false) AS mine, coalesce(e.mark = row.mark, false) AS same
FOREACH (_ IN CASE WHEN mine AND same THEN [1] ELSE [] END | REMOVE e:Dirty, e.mark, e.markedAt, e.sweep, e.refused)
FOREACH (_ IN CASE WHEN mine AND NOT same THEN [1] ELSE [] END | SET e.markedAt = $claimedAt)
FOREACH (_ IN CASE WHEN mine THEN [1] ELSE [] END | REMOVE e.lease, e.leasedUntil)
FOREACH (_ IN CASE WHEN mine THEN [] ELSE [1] END | SET e:Dirty, e.mark = $mark, e.markedAt = coalesce(e.markedAt, $claimedAt))
