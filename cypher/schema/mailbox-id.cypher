// One node a person who gets mail, and one for the place in the log. Carries the statements of mail/.
CREATE CONSTRAINT mailbox_id IF NOT EXISTS FOR (m:Mailbox) REQUIRE m.id IS UNIQUE
