// Commits without an epoch: a Cairn that does not know the format of the store has written them.
// $after, $upTo: seq; $limit. Columns: seq, changes. Index: commit_seq (its order is used).
MATCH (c:Commit)
WHERE c.seq > $after AND c.seq <= $upTo AND c.epoch IS NULL
RETURN c.seq AS seq, c.changes AS changes
ORDER BY c.seq LIMIT $limit
