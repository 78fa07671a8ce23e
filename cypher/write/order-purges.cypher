// What is settled in the background (catalog/maintenance/settle.ts): values of properties whose definition is gone or begins anew,
// references to what was hard-deleted, edges to what was written again. `purge` is new with every commit, so that only the order that
// was carried out ends.
// $ids: node ids; $purge: text.
UNWIND $ids AS one
MATCH (e) WHERE id(e) = one
SET e:Purge, e.purge = $purge
