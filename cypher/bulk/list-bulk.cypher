// All bulk changes; bulk/create-bulk limits their number.
// Columns: id, version, order, progress. Index: bulk_id (its order is used).
MATCH (b:Bulk)
WHERE b.id > ''
RETURN b.id AS id, b.version AS version, b.order AS order, b.progress AS progress
ORDER BY b.id
