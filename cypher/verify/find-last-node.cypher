// Up to which id there are nodes: where the walk over versions and points ends. Columns: last: id, or null.
MATCH (n)
RETURN max(id(n)) AS last
