// Latest aspects of entities: all of them, or those named.
// $urns; $aspects: names, or null for all. Columns: urn, exists, latest: [[name, seq, value, at, by, firstAt, firstBy, meta]].
// Index: entity_urn.
UNWIND $urns AS urn
MATCH (e:Entity {urn: urn})
RETURN urn, e.type IS NOT NULL AS exists, e.removed AS removed,
  [(e)-[:LATEST]->(a:Aspect) WHERE $aspects IS NULL OR a.name IN $aspects | [a.name, a.seq, a.value, a.at, a.by, a.firstAt, a.firstBy, a.meta]] AS latest
