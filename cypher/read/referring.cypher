// Some of the aspects that name a URN, in no order, to be rewritten: see references.cypher.
// $urn, $limit, $keys: names of key aspects, which cannot be rewritten. Columns: entity, aspect. Index: entity_urn.
MATCH (e:Entity {urn: $urn})
CALL (e) {
  MATCH (e)«incoming»()
  WHERE r.holder <> $urn AND NOT r.aspect IN $keys
  RETURN r.holder AS entity, r.aspect AS aspect LIMIT $limit
  UNION
  MATCH (e)«outgoing»()
  WHERE r.holder <> $urn AND NOT r.aspect IN $keys
  RETURN r.holder AS entity, r.aspect AS aspect LIMIT $limit
  UNION
  MATCH (e)<-[d:DANGLING]-(h:Entity)
  WHERE h.urn <> $urn AND d.type IN $types AND (d.source = $urn OR d.target = $urn) AND NOT d.aspect IN $keys
  RETURN h.urn AS entity, d.aspect AS aspect LIMIT $limit
}
RETURN DISTINCT entity, aspect LIMIT $limit
