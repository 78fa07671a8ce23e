// Removes the problems of entities whose documents the search engine has accepted. $urns. Index: index_problem.
UNWIND $urns AS urn
MATCH (p:IndexProblem {urn: urn})
DELETE p
