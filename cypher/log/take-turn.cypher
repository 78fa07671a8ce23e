// Makes this transaction the next to commit: it gets the lock of the counter, and keeps it until its end.
// Columns: seq, at, changed, epoch: of the newest commit. Index: log_id.
MATCH (l:Log {id: 'log'})
SET l._l = 1
RETURN l.seq AS seq, l.at AS at, l.changed AS changed, l.epoch AS epoch
