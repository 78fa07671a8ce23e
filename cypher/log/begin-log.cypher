// The log of a store that has none yet. `name` tells one store from another: a search index that follows another log is not of this store.
// $name: text. Index: log_id.
MERGE (l:Log {id: 'log'})
ON CREATE SET l.name = $name, l.seq = 0, l.changed = 0, l.at = 0
