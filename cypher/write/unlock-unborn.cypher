// A proposal that was refused leaves no node behind: URNs that only the lock has made go again.
// $ids: node ids.
UNWIND $ids AS one
MATCH (e) WHERE id(e) = one AND e.type IS NULL AND NOT EXISTS { (e)--() }
DELETE e
