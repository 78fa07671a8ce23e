// Which property is shown as a badge. Columns: urn. Index: property_badge.
MATCH (e:Entity {badge: true})
RETURN e.urn AS urn
