// One node a lease: work that one server at a time does. Carries jobs/take-lease.
CREATE CONSTRAINT lease_name IF NOT EXISTS FOR (l:Lease) REQUIRE l.name IS UNIQUE
