// The URNs of a page of a bulk change. $id. Columns: urns. Index: bulk_page.
MATCH (p:BulkPage {id: $id})
RETURN coalesce(p.urns, []) AS urns
