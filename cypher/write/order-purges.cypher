// Properties whose definition is gone or begins anew: values written before are removed in the background. `purge` is new with
// every commit, so that the clean-up ends only the order that it carried out.
// $ids: node ids; $purge: text.
UNWIND $ids AS one
MATCH (e) WHERE id(e) = one
SET e:Purge, e.purge = $purge
