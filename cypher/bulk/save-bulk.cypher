// Notes the progress of a bulk change and writes its pages, if nobody has changed it since it was read: its version must still be $version.
// The new version is one more. A page that is done has the urns that it has changed, and no changes; refused is text.
// $id, $progress: text; $version; $pages: {id, urns, refused} each. Columns: version; no row if somebody has changed or deleted it.
// Index: bulk_id, bulk_page.
MATCH (b:Bulk {id: $id})
SET b._l = 1
WITH b
WHERE b.version = $version
SET b.version = b.version + 1, b.progress = $progress
FOREACH (page IN $pages | MERGE (p:BulkPage {id: page.id}) SET p.urns = page.urns, p.refused = page.refused, p.changes = NULL)
RETURN b.version AS version
