// Stores how far an upgrade step is. $place: text. Index: log_id.
MATCH (l:Log {id: 'log'})
SET l.upgradedTo = $place
