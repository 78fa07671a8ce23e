// Entities whose documents were refused, in the order of their URNs. $after: URN; $limit. Columns: urn, reason.
// The label holds only marked entities.
MATCH (e:Dirty)
WHERE e.refused IS NOT NULL AND e.urn > $after
RETURN e.urn AS urn, e.refused AS reason
ORDER BY urn LIMIT $limit
