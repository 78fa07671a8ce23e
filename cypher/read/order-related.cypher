// All far ends of a dense node in their order, in blocks, for src/graph/dense/. An end that several aspects name stands there as often.
// The blocks of a type come in their order. Sorting them here would need as much memory for each block as for all of them.
// $urn, $size: of a block; «edge» as in count-related.cypher. Columns: type, first: URN of the first end of the block, ids: of nodes.
// Index: entity_urn.
MATCH (:Entity {urn: $urn})«edge»(t:Entity)
WITH type(r) AS type, t.urn AS urn, id(t) AS id
ORDER BY type, urn
WITH type, collect(id) AS ids, collect(urn) AS urns
UNWIND range(0, size(ids) - 1, $size) AS at
RETURN type, urns[at] AS first, ids[at..at + $size] AS ids
