// What the store is. Before the first upgrade step, `format`, `writtenBy` and `epoch` are null.
// Columns: name, format, writtenBy, epoch, seq, namespace: null before it is known, upgradedTo: where an upgrade step continues, checkedTo: seq. Index: log_id.
MATCH (l:Log {id: 'log'})
RETURN l.name AS name, l.format AS format, l.writtenBy AS writtenBy, l.epoch AS epoch, l.seq AS seq, l.namespace AS namespace,
  l.upgradedTo AS upgradedTo,   coalesce(l.checkedTo, 0) AS checkedTo
