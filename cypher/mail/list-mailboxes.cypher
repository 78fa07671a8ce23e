// What waits to be sent by mail, and the place in the log.
// Columns: id, value. Index: mailbox_id (its order is used).
MATCH (m:Mailbox)
WHERE m.id > ''
RETURN m.id AS id, m.value AS value
ORDER BY m.id
