// The next property whose earlier values are to be removed. Columns: urn, purge. The label holds only open orders.
MATCH (p:Purge)
RETURN p.urn AS urn, p.purge AS purge
LIMIT 1
