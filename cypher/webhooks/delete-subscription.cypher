// Deletes a subscription. $id: text. Columns: deleted. Index: subscription_id.
MATCH (s:Subscription {id: $id})
DELETE s
RETURN count(*) AS deleted
