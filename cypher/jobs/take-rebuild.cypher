// Makes one server the one that rebuilds: whoever had it before must have been silent for the length of its lease.
// $owner: text; $now, $until: epoch ms. Columns: owner. Index: search_index.
MERGE (s:SearchIndex {id: 'search'})
SET s._l = 1
WITH s
WHERE s.owner IS NULL OR s.owner = $owner OR s.until < $now
SET s.owner = $owner, s.until = $until
RETURN s.owner AS owner
