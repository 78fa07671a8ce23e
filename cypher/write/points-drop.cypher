// Removes all points of timeseries. $series: list of urn|aspect. Index: point_identity.
UNWIND $series AS one
MATCH (p:Point {series: one})
DELETE p
