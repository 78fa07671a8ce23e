// What a run was refused. Carries read/page-refused, write/drop-refused and the list of runs.
CREATE INDEX refused_run IF NOT EXISTS FOR (f:Refused) ON (f.run)
