// What search documents are made of. $urns; $aspects: names of aspects with search fields.
// Columns: urn, exists, removed, latest: [[name, value]]. Index: entity_urn.
UNWIND $urns AS urn
MATCH (e:Entity {urn: urn})
RETURN urn, e.type IS NOT NULL AS exists, e.removed IS NOT NULL AS removed,
  [(e)-[:LATEST]->(a:Aspect) WHERE a.name IN $aspects | [a.name, a.value]] AS latest
