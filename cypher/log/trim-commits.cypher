// Retention of the log: its oldest commits go. $below: seq, exclusive; $before: epoch ms; $limit. Columns: trimmed.
// Index: commit_seq (its order is used).
MATCH (c:Commit)
WHERE c.seq > 0
WITH c ORDER BY c.seq LIMIT $limit
WHERE c.seq < $below OR c.at < $before
DELETE c
RETURN count(*) AS trimmed
