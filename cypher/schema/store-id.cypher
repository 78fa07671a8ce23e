// The one node that says what the store is: the node of the log. Carries store/read-store.
CREATE CONSTRAINT store_id IF NOT EXISTS FOR (s:Store) REQUIRE s.id IS UNIQUE
