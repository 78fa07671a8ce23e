// The labels that some node has, or had.
// Columns: label. From the names of the store.
CALL db.labels() YIELD label
RETURN label
