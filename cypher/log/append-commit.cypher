// Appends a commit to the log. This is the last statement of its transaction: the transaction that has the lock of the counter is the next to
// commit. So `seq` counts commits in the order in which they became visible, without a gap, on any number of servers, and each has a later time
// than the one before. The epoch says that a Cairn wrote it that knows the format of the store.
// $changes: JSON text (src/graph/log-entries.ts); $changed: number of entities; $at: epoch ms; $server: text; $format.
// Columns: seq, at, changed: the sum of $changed up to this commit, epoch; no row: the store has another format now. Index: log_id.
MATCH (l:Log {id: 'log'})
SET l._l = 1
WITH l
WHERE l.format = $format
SET l.seq = l.seq + 1, l.changed = l.changed + $changed, l.at = CASE WHEN l.at >= $at THEN l.at + 1 ELSE $at END
CREATE (:Commit {seq: l.seq, at: l.at, changed: l.changed, epoch: l.epoch, server: $server, changes: $changes})
RETURN l.seq AS seq, l.at AS at, l.changed AS changed, l.epoch AS epoch
