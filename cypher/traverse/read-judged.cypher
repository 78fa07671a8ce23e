// The edges of lineage at these entities that must be judged, as walk-columns.cypher reads them: for one hop around many.
// $urns; $columns: the beginning of the URNs of columns; $tables: also those between tables that only columns tell; $asOf: epoch ms or null.
// «edges»: UPSTREAM, and PAST_UPSTREAM as of a time. Columns: source, target, holder, via: or null. Index: entity_urn.
MATCH (s:Entity)
WHERE s.urn IN $urns
MATCH (s)-[e:«edges»]-(:Entity)
WHERE (startNode(e).urn STARTS WITH $columns OR ($tables AND coalesce(e.columnsOnly, false))) AND «existed»
RETURN DISTINCT startNode(e).urn AS source, endNode(e).urn AS target, e.holder AS holder,
  CASE WHEN e.columnsOnly THEN e.via END AS via
