// Marks a page of entities for indexing, in the order of their URNs. $after, $below: range of URNs, exclusive; $limit; $mark: text;
// $at: epoch ms; $sweep: text, kept with the mark. Columns: marked, last. Index: entity_urn (its order is used).
MATCH (e:Entity)
WHERE e.urn > $after AND e.urn < $below AND e.type IS NOT NULL
WITH e ORDER BY e.urn LIMIT $limit
SET e._l = 1
SET e:Dirty, e.mark = $mark, e.markedAt = coalesce(e.markedAt, $at), e.sweep = $sweep
RETURN count(*) AS marked, max(e.urn) AS last
