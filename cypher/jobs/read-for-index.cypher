// What search documents are made of. $urns; $aspects: names of aspects with search fields; $properties: the aspect of property values,
// whose system metadata tell under which definitions they were written.
// Columns: urn, exists, removed, latest: [[name, value, meta or null]]. Index: entity_urn.
UNWIND $urns AS urn
MATCH (e:Entity {urn: urn})
RETURN urn, e.type IS NOT NULL AS exists, e.removed IS NOT NULL AS removed,
  [(e)-[:LATEST]->(a:Aspect) WHERE a.name IN $aspects | [a.name, a.value, CASE a.name WHEN $properties THEN a.meta END]] AS latest
