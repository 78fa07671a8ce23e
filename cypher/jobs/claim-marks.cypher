// Takes marked entities for indexing: nobody else takes them until the lease ends. In the order of their URNs, as commits lock them.
// $lease: text, new for each claim; $now, $until: epoch ms; $limit. Columns: urn, mark. The label holds only marked entities.
MATCH (e:Dirty)
WHERE e.leasedUntil IS NULL OR e.leasedUntil < $now
WITH e LIMIT $limit
WITH e ORDER BY e.urn
SET e._l = 1
WITH e
WHERE e:Dirty AND (e.leasedUntil IS NULL OR e.leasedUntil < $now)
SET e.lease = $lease, e.leasedUntil = $until
RETURN e.urn AS urn, e.mark AS mark
