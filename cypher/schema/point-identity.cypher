// One node a timeseries point: series (urn|aspect), time, and the rest of its identity (docs/semantics.md 7.3). Ranges use its first two
// parts.
CREATE CONSTRAINT point_identity IF NOT EXISTS FOR (p:Point) REQUIRE (p.series, p.time, p.rest) IS UNIQUE
