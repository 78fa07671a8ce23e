// For each time the first commit that is not earlier, if there is one. $times: epoch ms. Columns: time, seq.
// Index: commit_at (its order is used; every part of it needs a predicate).
UNWIND $times AS time
CALL (time) {
  MATCH (c:Commit)
  WHERE c.at >= time AND c.seq > 0
  RETURN c.seq AS seq ORDER BY c.at, c.seq LIMIT 1
}
RETURN time, seq
