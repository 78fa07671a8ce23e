// Notes the model that servers use. $model: its digest. Columns: before, the one until now, or null. Index: store_id.
MATCH (s:Store {id: 'log'})
SET s._l = 1
WITH s, s.model AS before
SET s.model = $model
RETURN before
