// Those of these entities whose documents the search engine refuses. $urns. Columns: urn. Index: index_problem.
UNWIND $urns AS urn
MATCH (p:IndexProblem {urn: urn})
RETURN p.urn AS urn
