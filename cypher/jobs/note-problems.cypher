// Entities whose documents were refused: the indexer tries them again from time to time.
// $rows: [{urn, reason: text}]; $retryAt: epoch ms. Index: index_problem.
UNWIND $rows AS row
MERGE (p:IndexProblem {urn: row.urn})
SET p.reason = row.reason, p.retryAt = $retryAt
