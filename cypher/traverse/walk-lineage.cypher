// Everything that lies upstream or downstream of an entity: each once, with its degree (hops of the shortest way), by degree and URN;
// one page of them, each with one shortest way to it. The edges always run from downstream to upstream. `min(length(p))` over a
// pattern that begins at 1 is planned as VarLengthExpand(Pruning,BFS,All), which meets each node once: cycles end, a full lattice costs
// its edges (test/plans). Soft-deleted entities are walked through and left out; `toggled` tells what was soft-deleted when.
// A column is soft-deleted with what has it: its URN is that of `parent` and a path without a comma.
// $urn; $columns: the beginning of the URNs of columns; $via: relationship names or null; $from, $to: window of the edges' stamps or null; $asOf: epoch ms or null;
// $prefixes: beginnings of the URNs that are wanted, or null; $degrees: wanted, 3 stands for more, or null; $among: only these URNs, or
// null; $existing: only what is stored; $removed: soft-deleted ones too; $start, $count; $steps, $tables: which edges may be followed (seen.part).
// A way leads through what is soft-deleted only if no other one is as short (gone.part).
// «edges»: UPSTREAM, and PAST_UPSTREAM as of a time; «left», «right»: the arrow; «hops»: the most hops, or nothing. Without the
// conditions in «? …» (README.md), planning takes half as long.
// Columns: forgotten: time of the start's hard delete or null, total, filtered: left out as soft-deleted, degrees: [[degree, number]],
// page: [[urn, degree, [urn of the way], [relationship name of the way], [the query of each step, or whose value makes it], stamps of the last step: [createdOn, createdActor, updatedOn, updatedActor, properties]]]. Index: entity_urn.
MATCH (s:Entity {urn: $urn})
CALL (s) {
  MATCH p = (s)«left»[r:«edges»*1..«hops»]«right»(x:Entity)
  «? WHERE all(e IN r WHERE ($via IS NULL OR e.via IN $via) AND «followed»)»
  WITH s, x, min(length(p)) AS degree
  WHERE x <> s AND ($prefixes IS NULL OR any(prefix IN $prefixes WHERE x.urn STARTS WITH prefix))
    AND ($degrees IS NULL OR degree IN $degrees OR (degree > 3 AND 3 IN $degrees))
    AND ($among IS NULL OR x.urn IN $among) AND (NOT $existing OR x.type IS NOT NULL)
  WITH x, degree, x.urn AS urn, CASE WHEN x.urn STARTS WITH $columns THEN
    substring(x.urn, size($columns) + 1, size(x.urn) - size($columns) - size(last(split(x.urn, ','))) - 2) END AS parent
  WITH x, degree, urn, NOT $removed AND
    (CASE WHEN $asOf IS NULL THEN coalesce(x.removed, false) ELSE size([t IN coalesce(x.toggled, []) WHERE t <= $asOf]) % 2 = 1 END
    OR EXISTS {
      MATCH (e:Entity {urn: parent})
      WHERE CASE WHEN $asOf IS NULL THEN coalesce(e.removed, false) ELSE size([t IN coalesce(e.toggled, []) WHERE t <= $asOf]) % 2 = 1 END
    }) AS hidden
  ORDER BY degree, urn
  WITH collect([x, degree, urn, hidden]) AS reached
  RETURN [one IN reached WHERE NOT one[3]] AS shown, size(reached) AS met
}
RETURN s.forgotten AS forgotten, size(shown) AS total, met - size(shown) AS filtered,
  COLLECT { UNWIND shown AS one WITH one[1] AS degree, count(*) AS number ORDER BY degree RETURN [degree, number] } AS degrees,
  COLLECT {
    UNWIND shown[$start..$start + $count] AS one
    WITH one[0] AS x, one[1] AS degree, one[2] AS urn
    MATCH w = shortestPath((x)«farLeft»[r:«edges»*1..]«farRight»(s))
    «? WHERE all(e IN r WHERE ($via IS NULL OR e.via IN $via) AND «followed»)»
    CALL (x, s, w) {
      WITH * WHERE any(n IN nodes(w)[1..-1] WHERE «gone»)
      MATCH live = shortestPath((x)«farLeft»[r:«edges»*1..]«farRight»(s))
      WHERE all(n IN nodes(live) WHERE n = x OR n = s OR NOT «gone») «? AND all(e IN r WHERE ($via IS NULL OR e.via IN $via) AND «followed»)»
      RETURN head(collect(live)) AS live
    }
    WITH urn, degree, CASE WHEN length(live) = degree THEN live ELSE w END AS w
    WITH urn, degree, relationships(w) AS r, w
    WITH urn, degree, reverse([n IN nodes(w) | n.urn]) AS way, reverse([e IN r | e.via]) AS names, reverse([e IN r | coalesce(e.query, e.holder)]) AS by,
      head([e IN r | [e.createdOn, e.createdActor, e.updatedOn, e.updatedActor, e.properties]]) AS stamps ORDER BY degree, urn
    RETURN [urn, degree, way, names, by, stamps]
  } AS page
