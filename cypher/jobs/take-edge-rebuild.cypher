// Makes one server the one that rebuilds edges by these rules: whoever had it before must have been silent for the length of its lease.
// $rules, $owner: text; $now, $until: epoch ms. Columns: sweptTo: URN up to which entities are done. Index: edge_rules.
MATCH (r:EdgeRules {id: 'edges'})
SET r._l = 1
WITH r
WHERE r.building = $rules AND (r.owner IS NULL OR r.owner = $owner OR r.until < $now)
SET r.owner = $owner, r.until = $until
RETURN r.sweptTo AS sweptTo
