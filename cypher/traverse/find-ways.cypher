// The shortest ways between two entities along edges of some types, shortest first. The search goes on from both ends at once and meets each
// node a limited number of times, so that circles end. A column is soft-deleted with what has it: its URN is that of `parent` and a path
// without a comma.
// $from, $to: URNs, different ones; $columns: the beginning of the URNs of columns. «count»: the most ways; «hops»: the most hops; «edges»: types of the edges; «left», «right»: the arrow, or
// two dashes for both directions.
// Columns: urns: of the nodes, names: relationship names of the edges, removed: is a node soft-deleted? Index: entity_urn.
MATCH (s:Entity {urn: $from}), (t:Entity {urn: $to})
MATCH p = SHORTEST «count» (s)«left»[:«edges»]«right»{1,«hops»}(t)
WITH [n IN nodes(p) | n.urn] AS urns, [e IN relationships(p) | coalesce(e.via, type(e))] AS names,
  any(n IN nodes(p) WHERE coalesce(n.removed, false) OR EXISTS {
    MATCH (parent:Entity {urn: CASE WHEN n.urn STARTS WITH $columns THEN
      substring(n.urn, size($columns) + 1, size(n.urn) - size($columns) - size(last(split(n.urn, ','))) - 2) END})
    WHERE parent.removed
  }) AS removed
RETURN urns, names, removed
ORDER BY size(names), urns
