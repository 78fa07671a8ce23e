// All subscriptions; webhooks/create-subscription limits their number. Columns: id, webhook, value. Index: subscription_id (its order is used).
MATCH (s:Subscription)
WHERE s.id > ''
RETURN s.id AS id, s.webhook AS webhook, s.value AS value
ORDER BY s.id
