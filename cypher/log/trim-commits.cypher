// Removes the oldest commits of the log (retention), never the newest one. $below: seq, exclusive; $before: epoch ms; $newest: seq; $limit.
// Columns: trimmed. Index: commit_seq (its order is used).
MATCH (c:Commit)
WHERE c.seq < $newest
WITH c ORDER BY c.seq LIMIT $limit
WHERE c.seq < $below OR c.at < $before
DELETE c
RETURN count(*) AS trimmed
