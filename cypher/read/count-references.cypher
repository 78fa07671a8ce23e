// Which aspects name a URN: by their edges, and, where the edges are gone with a hard delete, by DANGLING (see delete-entities.cypher).
// «incoming» and «outgoing» are edge patterns of all relationship names: an edge that another entity holds may also begin here
// (column lineage). The aspects of the entity itself do not count.
// Lineage that only columns tell does not count: their URNs are named.
// $urn, $limit. Columns: total, page: [[entity, aspect, relationship]], sorted. Index: entity_urn.
MATCH (e:Entity {urn: $urn})
CALL (e) {
  MATCH (e)«incoming»()
  WHERE r.holder <> $urn AND NOT coalesce(r.columnsOnly, false)
  RETURN r.holder AS entity, r.aspect AS aspect, type(r) AS relationship
  UNION
  MATCH (e)«outgoing»()
  WHERE r.holder <> $urn AND NOT coalesce(r.columnsOnly, false)
  RETURN r.holder AS entity, r.aspect AS aspect, type(r) AS relationship
  UNION
  MATCH (e)<-[d:DANGLING]-(h:Entity)
  WHERE h.urn <> $urn AND NOT coalesce(d.columnsOnly, false) AND d.type IN $types AND (d.source = $urn OR d.target = $urn)
  RETURN h.urn AS entity, d.aspect AS aspect, d.type AS relationship
}
WITH entity, aspect, relationship
ORDER BY entity, aspect, relationship
WITH count(*) AS total, collect([entity, aspect, relationship])[..$limit] AS page
RETURN total, page
