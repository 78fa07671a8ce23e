// Gives a lease back, so that another server of its kind need not wait until it ends. `until` says since when it is free.
// $name, $owner: text. Index: lease_name.
MATCH (l:Lease {name: $name})
WHERE l.owner = $owner
SET l.until = timestamp() - 1
REMOVE l.owner
