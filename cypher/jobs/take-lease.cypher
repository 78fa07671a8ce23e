// Makes one server the one that does a kind of work, or keeps it so: whoever had it before must have been silent for the length of the
// lease. The clock is Neo4j's. `token` counts owners.
// $name, $owner: text; $ms. Columns: token. Index: lease_name.
MERGE (l:Lease {name: $name})
SET l._l = 1
WITH l, coalesce(l.owner = $owner, false) AS mine, timestamp() AS now
WHERE mine OR l.owner IS NULL OR l.until < now
SET l.owner = $owner, l.until = now + $ms, l.token = coalesce(l.token, 0) + CASE WHEN mine THEN 0 ELSE 1 END
RETURN l.token AS token
