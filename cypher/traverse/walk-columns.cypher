// The edges that walks meet and that must be judged, with those whose aspects make them: who sees a part of the catalog follows only some of
// them. They begin at a column; with $tables, also those between tables that only columns tell (`via`: the name of their relationship). The pattern is that of walk-lineage.cypher, which says why it is as it is.
// $first, $end: the walks begin at the entities whose URNs are from the one up to before the other, at the first $starts of them; $columns: the
// beginning of the URNs of columns; $asOf: epoch ms or null; $most: the most edges to answer. «edges», «left», «right», «hops»: as in walk-lineage.cypher.
// Columns: source, target, holder, via: or null. Index: entity_urn (a range of it).
MATCH (s:Entity)
WHERE s.urn >= $first AND s.urn < $end
WITH s ORDER BY s.urn LIMIT $starts
CALL (s) {
  MATCH p = (s)«left»[r:«edges»*0..«hops»]«right»(x:Entity)
  WHERE all(e IN r WHERE «existed»)
  RETURN DISTINCT x
}
WITH DISTINCT x
MATCH (x)«left»[e:«edges»]«right»(:Entity)
WHERE (startNode(e).urn STARTS WITH $columns OR ($tables AND coalesce(e.columnsOnly, false))) AND «existed»
RETURN DISTINCT startNode(e).urn AS source, endNode(e).urn AS target, e.holder AS holder,
  CASE WHEN e.columnsOnly THEN e.via END AS via
LIMIT $most
