// Latest aspects of entities: all of them, or those named, and then the newest commit: it is at least as new as they are.
// $urns; $aspects: names, or null for all. Columns: rows: [[urn, exists, removed, [[name, seq, value, at, by, firstAt, firstBy, meta]]]], name, epoch, seq.
// A null repeats another column (src/graph/stored-aspect.ts). Times come as floats, which hold them exactly: the driver makes a whole object of each long integer.
// Index: entity_urn, log_id.
UNWIND $urns AS urn
MATCH (e:Entity {urn: urn})
WITH collect([urn, e.type IS NOT NULL, e.removed,
  [(e)-[:LATEST]->(a:Aspect) WHERE $aspects IS NULL OR a.name IN $aspects | [a.name, a.seq, a.value, toFloat(a.at), a.by, toFloat(a.firstAt), a.firstBy, a.meta]]]) AS rows
OPTIONAL MATCH (l:Log {id: 'log'})
RETURN rows, l.name AS name, l.epoch AS epoch, l.seq AS seq
