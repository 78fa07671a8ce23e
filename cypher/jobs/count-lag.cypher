// How many entities search does not show yet: those that are marked, and of a lost index those that no mark has reached again.
// Columns: waiting. Index: search_index; the marked entities are counted without being read.
MATCH (e:Dirty)
WITH count(e) AS waiting
OPTIONAL MATCH (s:SearchIndex {id: 'search'})
RETURN waiting + coalesce(s.unswept, 0) AS waiting
