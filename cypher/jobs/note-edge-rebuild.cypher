// Notes how far the rebuilding of edges is; only by who has it. $rules, $owner: text; $sweptTo: URN, or null when it is complete;
// $done, $repaired: entities of this page, and how many of them had other edges. Index: edge_rules.
MATCH (r:EdgeRules {id: 'edges'})
SET r._l = 1
WITH r
WHERE r.building = $rules AND r.owner = $owner
SET r.done = r.done + $done, r.repaired = coalesce(r.repaired, 0) + $repaired, r.sweptTo = $sweptTo
FOREACH (_ IN CASE WHEN $sweptTo IS NULL THEN [1] ELSE [] END | SET r.rules = $rules REMOVE r.building, r.owner, r.until)
