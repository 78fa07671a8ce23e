// One node for each page of a bulk change: the URNs that it is about until it is done, then what was refused. Its id begins with that of the
// bulk change. Carries the statements of bulk/ that read pages.
CREATE CONSTRAINT bulk_page IF NOT EXISTS FOR (p:BulkPage) REQUIRE p.id IS UNIQUE
