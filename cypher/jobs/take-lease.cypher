// Gives leases to $owner, or extends them, unless another owner has them: the lease of another owner must have ended, by the clock of Neo4j.
// `token` increases with each new owner. `asked` is when somebody else last wanted it; `shared`: that was less than $recent ms ago.
// $names: list, sorted, so that two servers lock in the same order; $owner: text; $ms, $recent; $force: take them whoever has them.
// Columns: name, token, shared. Index: lease_name.
UNWIND $names AS name
MERGE (l:Lease {name: name})
SET l._l = 1
WITH l, coalesce(l.owner = $owner, false) AS mine, timestamp() AS now
WITH l, mine, now, mine OR $force OR l.owner IS NULL OR l.until < now AS given
SET l.owner = CASE WHEN given THEN $owner ELSE l.owner END,
    l.until = CASE WHEN given THEN now + $ms ELSE l.until END,
    l.token = coalesce(l.token, 0) + CASE WHEN given AND NOT mine THEN 1 ELSE 0 END,
    l.asked = CASE WHEN given THEN l.asked ELSE now END
WITH l, now, given
WHERE given
RETURN l.name AS name, l.token AS token, coalesce(l.asked > now - $recent, false) AS shared
