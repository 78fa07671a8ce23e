// Soft-deleted entities. Sparse: others have no `removed`.
CREATE INDEX entity_removed IF NOT EXISTS FOR (e:Entity) ON (e.removed)
