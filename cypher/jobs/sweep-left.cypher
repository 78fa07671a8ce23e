// How many entities of a sweep wait for the indexer still. $sweep. Columns: left. The label holds only marked entities.
MATCH (e:Dirty)
WHERE e.sweep = $sweep
RETURN count(e) AS left
