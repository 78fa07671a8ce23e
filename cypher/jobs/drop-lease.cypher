// Removes a lease that nobody has: its work is done for good.
// $name: text. Columns: dropped. Index: lease_name.
MATCH (l:Lease {name: $name})
WHERE l.owner IS NULL
DELETE l
RETURN count(*) AS dropped
