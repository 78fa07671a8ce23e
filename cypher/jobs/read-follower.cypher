// How far in the log a job is that one server at a time does. $name: of its lease. Columns: seq, life: both null if it has not begun.
// Index: lease_name.
MATCH (l:Lease {name: $name})
RETURN l.followedTo AS seq, l.followedLife AS life
