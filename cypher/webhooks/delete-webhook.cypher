// Deletes a webhook with its subscriptions. $id: text. Columns: deleted. Index: webhook_id, subscription_id.
MATCH (w:Webhook {id: $id})
CALL (w) {
  MATCH (s:Subscription)
  WHERE s.id > '' AND s.webhook = w.id
  DELETE s
}
DELETE w
RETURN count(*) AS deleted
