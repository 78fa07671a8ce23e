// Locks entities as a commit does (lock-and-read.cypher), in the order of their URNs, and reads their latest aspects whole: what their
// edges are to be. Those that are not there are not made. $urns, sorted.
// Columns: urn, beingDeleted: is it being hard-deleted?, latest: [[name, value, at]]. Index: entity_urn.
UNWIND $urns AS urn
MATCH (e:Entity {urn: urn})
SET e._l = 1
WITH e
RETURN e.urn AS urn, e:Doomed AS beingDeleted, [(e)-[:LATEST]->(a:Aspect) | [a.name, a.value, a.at]] AS latest
