// Creates a bulk change, unless there are $most already. The lock on the lease lets one creation at a time count them.
// $id, $order, $progress: text; $pages: {id, urns, changes: text} each; $most. Columns: version. Index: lease_name, bulk_id.
MERGE (l:Lease {name: 'bulk'})
SET l._l = 1
WITH l
CALL () {
  MATCH (b:Bulk)
  WHERE b.id > ''
  RETURN count(b) AS others
}
WITH others
WHERE others < $most
CREATE (b:Bulk {id: $id, version: 0, order: $order, progress: $progress})
FOREACH (page IN $pages | CREATE (:BulkPage {id: page.id, urns: page.urns, changes: page.changes}))
RETURN b.version AS version
