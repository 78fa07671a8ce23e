// Entities whose documents the search engine refuses, one node each. Carries jobs/note-problems and jobs/page-problems.
CREATE CONSTRAINT index_problem IF NOT EXISTS FOR (p:IndexProblem) REQUIRE p.urn IS UNIQUE
