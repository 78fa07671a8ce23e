// Replaces a webhook if nobody has changed it since it was read: its version must still be $version. The new version is one more.
// $id, $settings, $secrets, $progress: text; $version. Columns: version; no row if somebody has changed or deleted it. Index: webhook_id.
MATCH (w:Webhook {id: $id})
SET w._l = 1
WITH w
WHERE w.version = $version
SET w.version = w.version + 1, w.settings = $settings, w.secrets = $secrets, w.progress = $progress
RETURN w.version AS version
