// Gives a lease to $owner, or extends it, unless another owner has it: the lease of another owner must have ended, by the clock of Neo4j.
// `token` increases with each new owner.
// $name, $owner: text; $ms; $force: take it whoever has it. Columns: token. Index: lease_name.
MERGE (l:Lease {name: $name})
SET l._l = 1
WITH l, coalesce(l.owner = $owner, false) AS mine, timestamp() AS now
WHERE mine OR $force OR l.owner IS NULL OR l.until < now
SET l.owner = $owner, l.until = now + $ms, l.token = coalesce(l.token, 0) + CASE WHEN mine THEN 0 ELSE 1 END
RETURN l.token AS token
