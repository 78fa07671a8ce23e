// Removes the marks that Cairns before 0.3 left on entities, at most $limit at once. The log replaces them. $limit. Columns: cleared.
// Scans the label Dirty, which only such entities have.
MATCH (e:Dirty)
WHERE e.urn IS NOT NULL
WITH e LIMIT $limit
REMOVE e:Dirty, e.mark, e.markedAt, e.sweep, e.refused, e.lease, e.leasedUntil
RETURN count(*) AS cleared
