// Removes what was refused before $before, epoch ms, and the oldest of what is left but $most; $limit at once. Columns: trimmed.
// Index: refused_at (its order is used).
MATCH (f:Refused)
WHERE f.at > 0
WITH f ORDER BY f.at DESC
WITH collect(f) AS found
UNWIND range(0, size(found) - 1) AS place
WITH found[place] AS f, place
WHERE place >= $most OR f.at < $before
WITH f LIMIT $limit
DELETE f
RETURN count(*) AS trimmed
