// A property takes its search name, or gives it back (null). $rows: [{id, name}]. By node id.
UNWIND $rows AS row
MATCH (e) WHERE id(e) = row.id
SET e.propertyName = row.name
