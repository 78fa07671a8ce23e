// The one node that says by which rules of the model the edges are made.
CREATE CONSTRAINT edge_rules IF NOT EXISTS FOR (r:EdgeRules) REQUIRE r.id IS UNIQUE
