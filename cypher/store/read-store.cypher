// What the store is. Before the first upgrade step, `format`, `writtenBy` and `epoch` are null.
// Columns: name, format, writtenBy, epoch, seq, upgradedTo: where an upgrade step continues, checkedTo: seq. Index: log_id.
MATCH (l:Log {id: 'log'})
RETURN l.name AS name, l.format AS format, l.writtenBy AS writtenBy, l.epoch AS epoch, l.seq AS seq, l.upgradedTo AS upgradedTo,
  coalesce(l.checkedTo, 0) AS checkedTo
