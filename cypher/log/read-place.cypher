// The newest commit and the life of the store, for what asks at each request.
// Columns: name, epoch, seq. Index: log_id.
MATCH (l:Log {id: 'log'})
RETURN l.name AS name, l.epoch AS epoch, l.seq AS seq
