// Versions that no chain holds. $from, $to: node ids, both inclusive. Columns: id, name, seq. By node id.
UNWIND range($from, $to) AS one
MATCH (a:Aspect)
WHERE id(a) = one AND NOT EXISTS { (a)<-[:LATEST|ENDED|PREV]-() }
RETURN id(a) AS id, a.name AS name, a.seq AS seq
