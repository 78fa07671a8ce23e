// How many entities have an aspect.
// $aspect; $ranges: [{from, below}] of URNs; $like: regular expression that a URN must match. Columns: total. Index: entity_urn.
UNWIND $ranges AS range
MATCH (e:Entity)
WHERE e.urn >= range.from AND e.urn < range.below AND e.type IS NOT NULL AND e.urn =~ $like AND EXISTS { (e)-[:LATEST]->(:Aspect {name: $aspect}) }
RETURN count(e) AS total
