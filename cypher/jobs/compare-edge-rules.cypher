// Holds the rules by which the edges are made against those of the present model, and begins to rebuild where they differ. In a store that
// is empty there is nothing to rebuild. What another server does by the same rules goes on; by others, it ends.
// $rules: text. Columns: building: are edges being rebuilt by these rules? Index: edge_rules, entity_urn.
MERGE (r:EdgeRules {id: 'edges'})
SET r._l = 1
WITH r, r.rules IS NULL AND r.building IS NULL AND NOT EXISTS { MATCH (e:Entity) WHERE e.urn > '' } AS fresh
FOREACH (_ IN CASE WHEN fresh THEN [1] ELSE [] END | SET r.rules = $rules)
FOREACH (_ IN CASE WHEN coalesce(r.building, r.rules, '') <> $rules THEN [1] ELSE [] END |
  SET r.building = $rules, r.sweptTo = '', r.done = 0, r.repaired = 0 REMOVE r.owner, r.until)
RETURN r.building IS NOT NULL AS building
