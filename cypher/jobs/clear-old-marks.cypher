// Marks of versions before 0.3, which the log replaces, some at a time. $limit. Columns: cleared.
// The label holds only entities that such a version marked.
MATCH (e:Dirty)
WITH e LIMIT $limit
REMOVE e:Dirty, e.mark, e.markedAt, e.sweep, e.refused, e.lease, e.leasedUntil
RETURN count(*) AS cleared
