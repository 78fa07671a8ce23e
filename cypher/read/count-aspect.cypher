// How many entities have an aspect. Of a pattern of URNs the pieces come in: nothing of a request is a regular expression, and each piece
// is looked for once, behind the one before it.
// $aspect; $ranges: [{from, below}] of URNs; $first, $middle: [text], $last: the pieces. Columns: total. Index: entity_urn.
UNWIND $ranges AS range
MATCH (e:Entity)
WHERE e.urn >= range.from AND e.urn < range.below AND e.type IS NOT NULL
  AND size(e.urn) >= size($first) + size($last) AND left(e.urn, size($first)) = $first AND right(e.urn, size($last)) = $last
  AND reduce(rest = substring(e.urn, size($first), size(e.urn) - size($first) - size($last)), piece IN $middle |
    CASE WHEN rest CONTAINS piece THEN substring(rest, size(split(rest, piece)[0]) + size(piece)) ELSE null END) IS NOT NULL
  AND EXISTS { (e)-[:LATEST]->(:Aspect {name: $aspect}) }
RETURN count(e) AS total
