// Creates the log of a store that has none yet. `name` distinguishes stores: a search index that follows a log of another name belongs to
// another store.
// $name: text. Index: log_id.
MERGE (l:Log {id: 'log'})
ON CREATE SET l.name = $name, l.seq = 0, l.changed = 0, l.at = 0
