// One node a URN: every MATCH is anchored here. Carries all statements.
CREATE CONSTRAINT entity_urn IF NOT EXISTS FOR (e:Entity) REQUIRE e.urn IS UNIQUE
