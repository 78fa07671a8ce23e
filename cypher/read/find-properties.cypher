// Which property has a search name. $names. Columns: name, urn. Index: property_name.
UNWIND $names AS name
MATCH (e:Entity {propertyName: name})
RETURN name, e.urn AS urn
