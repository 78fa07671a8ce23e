// Does the database run statements? It reads nothing.
// Columns: answer.
RETURN 1 AS answer
