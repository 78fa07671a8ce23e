// One node a commit: the log, in the order in which commits became visible. Carries log/page-commits and log/trim-commits.
CREATE CONSTRAINT commit_seq IF NOT EXISTS FOR (c:Commit) REQUIRE c.seq IS UNIQUE
