// Gives the store a namespace if it has none. Locked, so that of several servers one decides.
// $namespace: text. Columns: namespace, the one that it has. Index: store_id.
MATCH (s:Store {id: 'log'})
SET s._l = 1
WITH s
SET s.namespace = coalesce(s.namespace, $namespace)
RETURN s.namespace AS namespace
