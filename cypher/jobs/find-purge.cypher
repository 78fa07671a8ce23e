// The next entity about which something is to be settled (write/order-purges.cypher), once a hard deletion has taken all its edges.
// Columns: urn, purge, exists. The label holds only open orders.
MATCH (p:Purge)
WHERE NOT p:Doomed
RETURN p.urn AS urn, p.purge AS purge, p.type IS NOT NULL AS exists
LIMIT 1
