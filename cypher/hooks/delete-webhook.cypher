// Deletes a webhook. $id: text. Columns: deleted. Index: webhook_id.
MATCH (w:Webhook {id: $id})
DELETE w
RETURN count(*) AS deleted
