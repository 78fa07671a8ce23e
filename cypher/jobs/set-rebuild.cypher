// Notes how far the rebuilding is. $building: collection or null; $sweptTo: URN or null; $unswept: number or null. Index: search_index.
MATCH (s:SearchIndex {id: 'search'})
SET s.building = $building, s.sweptTo = $sweptTo, s.unswept = $unswept
