// What was refused, by its time. Carries write/trim-refused.
CREATE INDEX refused_at IF NOT EXISTS FOR (f:Refused) ON (f.at)
