// The key by which links in mails are signed: the first time it is the fresh one.
// $fresh. Columns: value. Index: mailbox_id.
MERGE (m:Mailbox {id: 'key'})
ON CREATE SET m.value = $fresh
RETURN m.value AS value
