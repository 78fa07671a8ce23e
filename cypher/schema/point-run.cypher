// Timeseries points of a run. Sparse: only points of a named run carry runId.
CREATE INDEX point_run IF NOT EXISTS FOR (p:Point) ON (p.runId)
