// What a bulk change was refused, page by page. $prefix: the beginning of the ids of its pages; $after: the last id that was read; $limit.
// Columns: id, refused: text. Index: bulk_page (its order is used).
MATCH (p:BulkPage)
WHERE p.id STARTS WITH $prefix AND p.id > $after AND p.refused IS NOT NULL
RETURN p.id AS id, p.refused AS refused
ORDER BY p.id
LIMIT $limit
