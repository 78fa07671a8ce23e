// Deletes a bulk change with its pages. $id; $prefix: the beginning of the ids of its pages. Columns: deleted. Index: bulk_id, bulk_page.
MATCH (b:Bulk {id: $id})
CALL () {
  MATCH (p:BulkPage)
  WHERE p.id STARTS WITH $prefix
  DELETE p
}
DELETE b
RETURN count(*) AS deleted
