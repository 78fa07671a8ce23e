// Runs that were refused something. Carries write/drop-empty-runs.
CREATE INDEX run_refused IF NOT EXISTS FOR (r:Run) ON (r.refused)
