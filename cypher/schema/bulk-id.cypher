// One node a bulk change. Carries the statements of bulk/.
CREATE CONSTRAINT bulk_id IF NOT EXISTS FOR (b:Bulk) REQUIRE b.id IS UNIQUE
