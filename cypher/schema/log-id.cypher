// The one node that numbers commits. Carries log/append-commit and log/read-head.
CREATE CONSTRAINT log_id IF NOT EXISTS FOR (l:Log) REQUIRE l.id IS UNIQUE
