// Aspects whose latest version a run wrote. Sparse: only latest versions of a named run carry runId; `run` stays on every version.
CREATE INDEX aspect_run IF NOT EXISTS FOR (a:Aspect) ON (a.runId)
