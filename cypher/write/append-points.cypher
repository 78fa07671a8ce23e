// Timeseries points; a second write of the same identity replaces the point (docs/semantics.md 7.3).
// $rows: [{series, time, rest, value, meta, at, runId}]. Index: point_identity.
UNWIND $rows AS row
MERGE (p:Point {series: row.series, time: row.time, rest: row.rest})
SET p.value = row.value, p.meta = row.meta, p.at = row.at, p.runId = row.runId
