// What was refused, by its sender. Carries write/keep-refused and write/trim-refused.
CREATE INDEX refused_by IF NOT EXISTS FOR (f:Refused) ON (f.by)
