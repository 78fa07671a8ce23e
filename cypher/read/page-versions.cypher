// A page of the versions of an aspect, newest first, as they stood at a time; and the oldest one that is kept.
// $urn, $aspect, $asOf: epoch ms, $start, $count. Columns: forgotten: time of the hard delete or null, total, page: versions as in
// read-as-of.cypher, oldest: [seq, at], null where the aspect was not there. Index: entity_urn, then along PREV.
MATCH (e:Entity {urn: $urn})
CALL (e) {
  MATCH (e)-[l:LATEST|ENDED]->(newest:Aspect {name: $aspect})
  WHERE l.until IS NULL OR l.until > $asOf
  WITH newest, l.until AS until ORDER BY coalesce(until, 9223372036854775807) LIMIT 1
  MATCH (newest)-[:PREV*0..]->(a:Aspect)
  WITH a ORDER BY a.seq DESC
  WITH collect(a) AS chain
  RETURN last(chain) AS oldest, [a IN chain WHERE a.at <= $asOf] AS known
}
RETURN e.forgotten AS forgotten, size(known) AS total, [oldest.seq, oldest.at] AS oldest,
  [a IN known[$start..$start + $count] | [a.name, a.seq, a.value, a.at, a.by, a.firstAt, a.firstBy, a.meta, a.run]] AS page
