// The first commit after $after that the log still has. $after: seq. Columns: seq, at: epoch ms. Index: commit_seq (its order is used).
MATCH (c:Commit)
WHERE c.seq > $after
RETURN c.seq AS seq, c.at AS at
ORDER BY c.seq LIMIT 1
