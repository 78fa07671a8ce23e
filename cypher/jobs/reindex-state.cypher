// What is being rebuilt. Columns: building: collection or null, sweptTo: URN up to which entities are marked, null when all are.
// Index: search_index.
MATCH (s:SearchIndex {id: 'search'})
RETURN s.building AS building, s.sweptTo AS sweptTo
