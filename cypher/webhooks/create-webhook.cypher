// Creates a webhook, unless there are $most already. The lock on the lease lets one creation at a time count them.
// $id, $settings, $secrets, $progress: text; $most. Columns: version. Index: lease_name, webhook_id.
MERGE (l:Lease {name: 'webhooks'})
SET l._l = 1
WITH l
CALL () {
  MATCH (w:Webhook)
  WHERE w.id > ''
  RETURN count(w) AS others
}
WITH others
WHERE others < $most
CREATE (w:Webhook {id: $id, version: 0, settings: $settings, secrets: $secrets, progress: $progress})
RETURN w.version AS version
