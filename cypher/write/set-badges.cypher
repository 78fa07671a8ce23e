// A property becomes the one that is shown as a badge (true), or is it no longer (null). $rows: [{id, badge}], those that give it up first.
// By node id.
UNWIND $rows AS row
MATCH (e) WHERE id(e) = row.id
SET e.badge = row.badge
