// Hard-deleted entities that still have edges. $limit. Columns: urn. The label holds only these.
MATCH (e:Doomed)
RETURN e.urn AS urn
LIMIT $limit
