// What is being rebuilt. Columns: building: collection or null, sweptTo: URN up to which entities are marked, null when all are;
// unswept: entities that are neither in a lost index nor marked, null where none is lost. Index: search_index.
MATCH (s:SearchIndex {id: 'search'})
RETURN s.building AS building, s.sweptTo AS sweptTo, s.unswept AS unswept
