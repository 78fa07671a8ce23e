// The log by time: npm run verify finds the commit of a version by the time of the version.
CREATE INDEX commit_at IF NOT EXISTS FOR (c:Commit) ON (c.at, c.seq)
