// Two properties cannot be searched under one name. Sparse: only properties carry propertyName.
CREATE CONSTRAINT property_name IF NOT EXISTS FOR (e:Entity) REQUIRE e.propertyName IS UNIQUE
