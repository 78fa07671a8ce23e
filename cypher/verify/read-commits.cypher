// Commits of the log by their numbers. $seqs. Columns: seq, at, changed, changes. Index: commit_seq.
UNWIND $seqs AS seq
MATCH (c:Commit {seq: seq})
RETURN c.seq AS seq, c.at AS at, c.changed AS changed, c.changes AS changes
