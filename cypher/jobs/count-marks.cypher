// How many entities wait for the indexer, and since when the oldest does. Columns: waiting, oldest: epoch ms or null.
MATCH (e:Dirty)
RETURN count(e) AS waiting, min(e.markedAt) AS oldest
