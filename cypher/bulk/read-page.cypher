// The URNs of a page of a bulk change: all until it is done, then those that have changed. $id. Columns: urns, changes: text, what
// each of them gets if that differs. Index: bulk_page.
MATCH (p:BulkPage {id: $id})
RETURN coalesce(p.urns, []) AS urns, p.changes AS changes
