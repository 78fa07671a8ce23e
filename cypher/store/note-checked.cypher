// Stores up to which commit the log was checked for commits without an epoch. $seq. Index: store_id.
MATCH (s:Store {id: 'log'})
SET s._l = 1
WITH s
WHERE s.checkedTo < $seq
SET s.checkedTo = $seq
