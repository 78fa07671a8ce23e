// The search index has taken the documents of these entities. $urns. Index: index_problem.
UNWIND $urns AS urn
MATCH (p:IndexProblem {urn: urn})
DELETE p
