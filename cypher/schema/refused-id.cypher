// One node for each thing that a run was refused. Carries write/keep-refused.
CREATE CONSTRAINT refused_id IF NOT EXISTS FOR (f:Refused) REQUIRE f.id IS UNIQUE
