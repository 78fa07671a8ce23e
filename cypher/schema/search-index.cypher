// One node for the state of the search index. Carries jobs/reindex-*.
CREATE CONSTRAINT search_index IF NOT EXISTS FOR (s:SearchIndex) REQUIRE s.id IS UNIQUE
