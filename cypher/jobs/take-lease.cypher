// Gives leases to $owner, or extends them, unless another owner has them: the lease of another owner must have ended, by the clock of Neo4j.
// A lease may be for work of one kind in one format (`kind`, `format`; null for others). Then a newer format takes it at any time, and of the
// same format another kind if $force. Others of another kind wait until it has been free for $gone ms.
// `token` increases with each new owner. `asked` is when somebody else last wanted it; `shared`: that was less than $recent ms ago.
// $leases: {name, kind, format}, sorted by name, so that two servers lock in the same order; $owner: text; $ms, $recent, $gone; $force.
// Columns: name, token (null if another owner has it), shared, kind. Index: lease_name.
UNWIND $leases AS row
MERGE (l:Lease {name: row.name})
SET l._l = 1
WITH l, row, coalesce(l.owner = $owner, false) AS mine, row.kind IS NULL OR coalesce(l.kind = row.kind, false) AS same,
     coalesce(row.format, 0) - coalesce(l.format, 0) AS newer, timestamp() AS now
WITH l, row, mine, same, now, now - coalesce(l.until, 0) AS free, newer
WITH l, row, mine, now, mine OR newer > 0 OR ($force AND NOT same AND newer = 0) OR (free > 0 AND same) OR free > $gone AS given
SET l.owner = CASE WHEN given THEN $owner ELSE l.owner END,
    l.until = CASE WHEN given THEN now + $ms ELSE l.until END,
    l.token = coalesce(l.token, 0) + CASE WHEN given AND NOT mine THEN 1 ELSE 0 END,
    l.kind = CASE WHEN given THEN row.kind ELSE l.kind END,
    l.format = CASE WHEN given THEN row.format ELSE l.format END,
    l.asked = CASE WHEN given THEN l.asked ELSE now END
RETURN l.name AS name, CASE WHEN given THEN l.token END AS token, coalesce(l.asked > now - $recent, false) AS shared, l.kind AS kind
