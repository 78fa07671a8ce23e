// Begins a new epoch of the store: if $force, if somebody has seen commit $seen of the epoch $of and the log ends before it, or if the store
// never had the epoch $of. Locked, so that several servers begin one epoch only.
// $of: text or null; $seen: seq; $force; $epoch: the new one. Columns: earlier, epoch, seq; no row: the epoch goes on.
// Index: store_id.
MATCH (s:Store {id: 'log'})
SET s._l = 1
WITH s, s.epoch AS earlier
WHERE $force OR (s.epoch = $of AND s.seq < $seen) OR NOT $of IN coalesce(s.earlier, []) + s.epoch
SET s.earlier = (coalesce(s.earlier, []) + s.epoch)[-100..], s.epoch = $epoch
RETURN earlier, s.epoch AS epoch, s.seq AS seq
