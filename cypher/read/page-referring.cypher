// Some of the aspects that name a URN, in no order, to be rewritten: see count-references.cypher.
// Lineage that only columns tell does not count: their URNs are named.
// $urn, $limit, $keys: names of key aspects, which cannot be rewritten; $within: what a URN has that is made of this one: such an entity
// keeps saying in its aspects what its own URN says. Columns: entity, aspect. Index: entity_urn.
MATCH (e:Entity {urn: $urn})
CALL (e) {
  MATCH (e)«incoming»()
  WHERE r.holder <> $urn AND NOT coalesce(r.columnsOnly, false) AND NOT r.aspect IN $keys AND NOT any(part IN $within WHERE r.holder CONTAINS part)
  RETURN r.holder AS entity, r.aspect AS aspect LIMIT $limit
  UNION
  MATCH (e)«outgoing»()
  WHERE r.holder <> $urn AND NOT coalesce(r.columnsOnly, false) AND NOT r.aspect IN $keys AND NOT any(part IN $within WHERE r.holder CONTAINS part)
  RETURN r.holder AS entity, r.aspect AS aspect LIMIT $limit
  UNION
  MATCH (e)<-[d:DANGLING]-(h:Entity)
  WHERE h.urn <> $urn AND NOT coalesce(d.columnsOnly, false) AND d.type IN $types AND (d.source = $urn OR d.target = $urn) AND NOT d.aspect IN $keys
    AND NOT any(part IN $within WHERE h.urn CONTAINS part)
  RETURN h.urn AS entity, d.aspect AS aspect LIMIT $limit
}
RETURN DISTINCT entity, aspect LIMIT $limit
