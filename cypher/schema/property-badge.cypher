// One structured property at most is shown as a badge: only it carries the property.
CREATE CONSTRAINT property_badge IF NOT EXISTS FOR (e:Entity) REQUIRE e.badge IS UNIQUE
