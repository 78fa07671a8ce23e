// Removes points of timeseries: all of them, or a window.
// $rows: [{series: urn|aspect, from, to}], both inclusive, epoch ms. Index: point_identity (its first two parts).
UNWIND $rows AS row
MATCH (p:Point {series: row.series})
WHERE p.time >= row.from AND p.time <= row.to AND p.rest IS NOT NULL
DELETE p
