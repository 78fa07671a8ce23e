// Removes what was refused before $before, epoch ms, the oldest of each sender but $mostOfSender, and of what is left all but $most: those who have most
// lose first. $limit at once. Columns: trimmed. Index: refused_by (its order is used).
MATCH (f:Refused)
WHERE f.by > ''
WITH f ORDER BY f.at DESC, f.id
WITH f.by AS by, collect(f) AS own
UNWIND range(0, size(own) - 1) AS rank
WITH own[rank] AS f, rank ORDER BY rank, f.at DESC
WITH collect(f) AS found, collect(rank) AS ranks
UNWIND range(0, size(found) - 1) AS place
WITH found[place] AS f, ranks[place] AS rank, place
WHERE place >= $most OR rank >= $mostOfSender OR f.at < $before
WITH f LIMIT $limit
DELETE f
RETURN count(*) AS trimmed
