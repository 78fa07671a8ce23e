// Marks entities for indexing. `mark` is new with every commit: the indexer clears only the mark that it saw.
// $ids: node ids; $mark: text; $at: epoch ms.
UNWIND $ids AS one
MATCH (e) WHERE id(e) = one
SET e:Dirty, e.mark = $mark, e.markedAt = coalesce(e.markedAt, $at)
