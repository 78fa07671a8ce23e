// Stores that the search engine refuses the documents of these entities, and when the indexer tries them again.
// $rows: [{urn, reason: text}]; $retryAt: epoch ms. Index: index_problem.
UNWIND $rows AS row
MERGE (p:IndexProblem {urn: row.urn})
SET p.reason = row.reason, p.retryAt = $retryAt
