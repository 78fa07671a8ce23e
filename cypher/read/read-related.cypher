// The far ends of an entity's edges: each (type, urn) once, by type and URN, one page of them and how many there are.
// $urn, $start, $count; «edge» is `-[r:A|B]->` or `<-[r:A|B]-`, of the model's relationship names (a type given as a parameter
// would not narrow the expansion). Columns: total, page: [[type, urn]]. Index: entity_urn.
MATCH (:Entity {urn: $urn})«edge»(t:Entity)
WITH DISTINCT type(r) AS type, t.urn AS urn
ORDER BY type, urn
WITH collect([type, urn]) AS pairs
RETURN size(pairs) AS total, pairs[$start..$start + $count] AS page
