// Whether edges are being rebuilt, and how far that is. Columns: building, done, repaired. Index: edge_rules.
MATCH (r:EdgeRules {id: 'edges'})
RETURN r.building IS NOT NULL AS building, coalesce(r.done, 0) AS done, coalesce(r.repaired, 0) AS repaired
