// Which points of timeseries are stored. $rows: [{key, series, time}]. Columns: key. Index: point_identity (its first two parts).
UNWIND $rows AS row
WITH row
WHERE EXISTS { MATCH (p:Point {series: row.series}) WHERE p.time = row.time AND p.rest IS NOT NULL }
RETURN row.key AS key
