// What a run was refused, the newest first. $run; $by: URN of who sent it, or null: of everybody; $start, $count.
// Columns: urn, aspect, by, at, code, message, value. Index: refused_run.
MATCH (f:Refused {run: $run})
WHERE $by IS NULL OR f.by = $by
RETURN f.urn AS urn, f.aspect AS aspect, f.by AS by, f.at AS at, f.code AS code, f.message AS message, f.value AS value
ORDER BY at DESC, f.id
SKIP $start LIMIT $count
