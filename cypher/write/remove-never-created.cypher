// A proposal that was refused leaves no node behind: URNs that only the lock has made go again. One that was hard-deleted stays:
// `forgotten` is needed.
// $ids: node ids.
UNWIND $ids AS one
MATCH (e) WHERE id(e) = one AND e.type IS NULL AND e.forgotten IS NULL AND NOT EXISTS { (e)--() }
DELETE e
