// Past edges from entities with an end that nothing in the store explains. A past edge ends when a version of its aspect is written or ends, or
// when the holder or an end is hard-deleted. What retention has removed nobody knows. Somebody may also have taken all edges off one of the ends
// (drop-edges.cypher): then no other edge of that one was there at this time.
// $urns; $now: epoch ms, with room for clocks that differ. Columns: urn, target, type, aspect, holder, since, until. Index: entity_urn, then
// along PREV.
UNWIND $urns AS urn
MATCH (e:Entity {urn: urn})-[p:PAST|PAST_UPSTREAM]->(t:Entity)
WHERE p.since IS NOT NULL AND p.until IS NOT NULL AND p.aspect IS NOT NULL AND p.holder IS NOT NULL
WITH p.holder AS holder, p.aspect AS aspect, collect({edge: p, ends: [e, t]}) AS edges
OPTIONAL MATCH (h:Entity {urn: holder})
WITH holder, aspect, edges, coalesce(h.forgotten, 0) AS forgotten,
  COLLECT {
    MATCH (h)-[l:LATEST|ENDED]->(newest:Aspect {name: aspect})
    MATCH (newest)-[:PREV*0..]->(a:Aspect)
    UNWIND [a.at, l.until] AS time
    RETURN DISTINCT time
  } AS times,
  COLLECT {
    MATCH (h)-[:LATEST|ENDED]->(newest:Aspect {name: aspect})
    MATCH (newest)-[:PREV*0..]->(a:Aspect)
    WHERE a.seq > 1 AND NOT EXISTS { (a)-[:PREV]->() }
    RETURN a.at
  } AS oldest
UNWIND edges AS one
WITH one.edge AS p, one.ends AS ends, holder, aspect, forgotten, times, oldest
WHERE p.until < p.since OR p.until > $now
  OR NOT (p.until IN times OR p.until <= forgotten OR any(at IN oldest WHERE p.until <= at) OR any(x IN ends WHERE p.until <= coalesce(x.forgotten, 0))
    OR any(x IN ends WHERE NOT EXISTS { (x)-[o]-() WHERE o.holder IS NOT NULL AND o.since < p.until AND (o.until IS NULL OR o.until > p.until) }))
RETURN ends[0].urn AS urn, ends[1].urn AS target, coalesce(p.type, p.via) AS type, aspect, holder, p.since AS since, p.until AS until
