// All webhooks; webhooks/create-webhook limits their number.
// Columns: id, version, settings, secrets, progress. Index: webhook_id (its order is used).
MATCH (w:Webhook)
WHERE w.id > ''
RETURN w.id AS id, w.version AS version, w.settings AS settings, w.secrets AS secrets, w.progress AS progress
ORDER BY w.id
