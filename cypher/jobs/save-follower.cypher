// Notes how far in the log a job is; only by who has its lease. $name, $owner, $life: texts; $seq. Index: lease_name.
MATCH (l:Lease {name: $name})
WHERE l.owner = $owner
SET l.followedTo = $seq, l.followedLife = $life
