// Gives a lease back, so that another server need not wait until it ends. $name, $owner: text. Index: lease_name.
MATCH (l:Lease {name: $name})
WHERE l.owner = $owner
REMOVE l.owner, l.until
