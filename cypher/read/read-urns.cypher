// URNs of nodes, in no order. $ids: node ids; one that is gone is left out. Columns: id, urn. By node id.
UNWIND $ids AS one
MATCH (e) WHERE id(e) = one
RETURN one AS id, e.urn AS urn
