// How many entities of a type there are, soft-deleted ones included. «label» is the type; several of these are joined by UNION ALL.
// Columns: type, total. From the store's counts, which a count beside another column would not be: it would walk the label.
CALL () { MATCH (e:`«label»`) RETURN count(e) AS total }
RETURN '«label»' AS type, total
