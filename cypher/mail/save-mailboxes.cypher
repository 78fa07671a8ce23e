// Saves mailboxes together: what waits and the place in the log never part, so nothing is noted twice and nothing is lost.
// $boxes: [{id, value}], text. Columns: saved. Index: mailbox_id.
UNWIND $boxes AS box
MERGE (m:Mailbox {id: box.id})
SET m.value = box.value
RETURN count(m) AS saved
