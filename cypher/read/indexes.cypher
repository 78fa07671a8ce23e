// The indexes of the store; a constraint has one of its own name.
// Columns: name. From the schema of the store.
SHOW INDEXES YIELD name
RETURN name
