// Latest aspects of entities: all of them, or those named.
// $urns; $aspects: names, or null for all. Columns: urn, exists, removed, latest: [[name, seq, value, at, by, firstAt, firstBy, meta]].
// A null repeats another column (src/graph/stored-aspect.ts). Times come as floats, which hold them exactly: the driver makes a whole object of each long integer.
// Index: entity_urn.
UNWIND $urns AS urn
MATCH (e:Entity {urn: urn})
RETURN urn, e.type IS NOT NULL AS exists, e.removed AS removed,
  [(e)-[:LATEST]->(a:Aspect) WHERE $aspects IS NULL OR a.name IN $aspects | [a.name, a.seq, a.value, toFloat(a.at), a.by, toFloat(a.firstAt), a.firstBy, a.meta]] AS latest
