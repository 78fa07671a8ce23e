// Waits until the transaction of the newest commit has ended: it has the lock of the counter until all that it wrote is visible.
// Index: log_id.
MATCH (l:Log {id: 'log'})
SET l._l = 1
