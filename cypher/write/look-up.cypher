// What the rules of a commit must see without holding it fast. $urns; $aspects: names of any of them.
// Columns: urn, id, latest as in lock-and-read. Index: entity_urn.
UNWIND $urns AS urn
MATCH (e:Entity {urn: urn})
RETURN urn, id(e) AS id,
  [(e)-[:LATEST]->(a:Aspect) | CASE WHEN a.name IN $aspects THEN [a.name, a.seq, a.value, a.at, a.by, a.firstAt, a.firstBy, a.meta] ELSE [a.name] END] AS latest
