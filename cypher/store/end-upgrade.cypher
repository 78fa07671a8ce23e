// Ends an upgrade step: the store has the next format. Commits of a Cairn that knows no format carry no epoch, so those before this moment
// need no check.
// $format; $writtenBy: version; $epoch: text, for a store that has none yet. Index: log_id.
MATCH (l:Log {id: 'log'})
SET l._l = 1
WITH l
SET l:Store, l.format = $format, l.writtenBy = $writtenBy,
  l.checkedTo = CASE WHEN l.epoch IS NULL THEN l.seq ELSE l.checkedTo END, l.epoch = coalesce(l.epoch, $epoch)
REMOVE l.upgradedTo
