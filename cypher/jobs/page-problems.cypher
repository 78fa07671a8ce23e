// Entities whose documents the search engine refuses, in the order of their URNs. $after: URN; $before: epoch ms, due before it; $limit.
// Columns: urn, reason. Index: index_problem (its order is used).
MATCH (p:IndexProblem)
WHERE p.urn > $after AND p.retryAt < $before
RETURN p.urn AS urn, p.reason AS reason
ORDER BY urn LIMIT $limit
