// Stores which version of Cairn uses the store. $writtenBy: text. Index: store_id.
MATCH (s:Store {id: 'log'})
WHERE s.writtenBy <> $writtenBy
SET s.writtenBy = $writtenBy
