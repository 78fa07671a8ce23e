// The commits after $after, in order. While others commit, a later commit may be visible before an earlier one: the caller stops at the first
// gap.
// $after: seq; $limit. Columns: seq, at, changed, server, changes. Index: commit_seq (its order is used).
MATCH (c:Commit)
WHERE c.seq > $after
RETURN c.seq AS seq, c.at AS at, c.changed AS changed, c.server AS server, c.changes AS changes
ORDER BY c.seq LIMIT $limit
