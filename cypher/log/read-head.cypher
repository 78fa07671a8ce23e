// The newest commit, the epoch of the store, and how many entities the search engine refuses.
// Columns: name, epoch, seq, at: epoch ms, changed, refused. Index: log_id; the refused entities are counted without being read.
MATCH (l:Log {id: 'log'})
CALL () {
  MATCH (p:IndexProblem)
  RETURN count(p) AS refused
}
RETURN l.name AS name, l.epoch AS epoch, l.seq AS seq, l.at AS at, l.changed AS changed, refused
