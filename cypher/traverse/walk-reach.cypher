// Everything that lies upstream or downstream of an entity, each once, with its degree, and no ways to it: what a search across lineage
// looks through. The pattern is that of walk-lineage.cypher, which says why it is as it is.
// $urn; $prefixes: beginnings of the URNs that are wanted, or null; $columns: the beginning of the URNs of columns; $unstored: what counts
// without being stored: NONE, COLUMNS (of stored datasets) or ALL; $from, $to: window of the edges' stamps or null; $asOf: epoch ms or
// null; $removed: soft-deleted ones too; $steps, $tables: as in walk-lineage.cypher.
// «edges», «left», «right», «hops»: as in walk-lineage.cypher.
// Columns: forgotten: time of the start's hard delete or null, filtered: left out as soft-deleted, reached: [[urn, degree]] by degree
// and URN. Index: entity_urn.
MATCH (s:Entity {urn: $urn})
CALL (s) {
  MATCH p = (s)«left»[r:«edges»*1..«hops»]«right»(x:Entity)
  «? WHERE all(e IN r WHERE «followed»)»
  WITH s, x, min(length(p)) AS degree
  WHERE x <> s AND (x.type IS NOT NULL OR $unstored = 'ALL' OR ($unstored = 'COLUMNS' AND x.urn STARTS WITH $columns)) AND ($prefixes IS NULL OR any(prefix IN $prefixes WHERE x.urn STARTS WITH prefix))
  WITH x, degree, x.urn AS urn, CASE WHEN x.urn STARTS WITH $columns THEN
    substring(x.urn, size($columns) + 1, size(x.urn) - size($columns) - size(last(split(x.urn, ','))) - 2) END AS parent
  WHERE parent IS NULL OR $unstored = 'ALL' OR EXISTS { MATCH (e:Entity {urn: parent}) WHERE e.type IS NOT NULL }
  WITH urn, degree, NOT $removed AND
    (CASE WHEN $asOf IS NULL THEN coalesce(x.removed, false) ELSE size([t IN coalesce(x.toggled, []) WHERE t <= $asOf]) % 2 = 1 END
    OR EXISTS {
      MATCH (e:Entity {urn: parent})
      WHERE CASE WHEN $asOf IS NULL THEN coalesce(e.removed, false) ELSE size([t IN coalesce(e.toggled, []) WHERE t <= $asOf]) % 2 = 1 END
    }) AS hidden
  ORDER BY degree, urn
  WITH collect([urn, degree, hidden]) AS found
  RETURN size(found) AS met, [one IN found WHERE NOT one[2] | one[..2]] AS shown
}
RETURN s.forgotten AS forgotten, met - size(shown) AS filtered, shown AS reached
