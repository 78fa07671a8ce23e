// How many entities of a sweep wait for the indexer still; those whose documents were refused rest, and keep nobody waiting.
// $sweep. Columns: left. The label holds only marked entities.
MATCH (e:Dirty)
WHERE e.sweep = $sweep AND (e.leasedUntil IS NULL OR e.lease IS NOT NULL)
RETURN count(e) AS left
