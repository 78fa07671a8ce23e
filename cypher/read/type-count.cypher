// How many entities of a type there are, soft-deleted ones included. «label» is the type; several of these are joined by UNION ALL.
// Columns: type, total. From the store's counts.
MATCH (e:`«label»`)
RETURN '«label»' AS type, count(e) AS total
