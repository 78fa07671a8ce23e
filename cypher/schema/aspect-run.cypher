// What a run has written. Sparse: only aspects of a named run carry runId.
CREATE INDEX aspect_run IF NOT EXISTS FOR (a:Aspect) ON (a.runId)
