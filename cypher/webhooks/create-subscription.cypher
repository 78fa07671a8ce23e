// Creates a subscription, unless there are $most already, or its webhook is gone. The lock on the lease lets one creation at a time count them.
// $id, $webhook, $value: text; $most. Columns: id. Index: lease_name, webhook_id, subscription_id.
MERGE (l:Lease {name: 'webhooks'})
SET l._l = 1
WITH l
CALL () {
  MATCH (s:Subscription)
  WHERE s.id > ''
  RETURN count(s) AS others
}
WITH others
MATCH (w:Webhook {id: $webhook})
WHERE others < $most
CREATE (s:Subscription {id: $id, webhook: $webhook, value: $value})
RETURN s.id AS id
