// How many entities of each type, existing ones that are not soft-deleted, are at the far ends of the edges of some entities. $urns; «edge»: `-[r:A|B]->` or `<-[r:A|B]-`.
// Columns: urn, counts: [[type, number]]. Index: entity_urn.
UNWIND $urns AS one
MATCH (e:Entity {urn: one})
CALL (e) {
  MATCH (e)«edge»(t:Entity)
  WHERE t.type IS NOT NULL AND t.removed IS NULL
  WITH DISTINCT t
  WITH t.type AS type, count(*) AS number
  RETURN collect([type, number]) AS counts
}
RETURN e.urn AS urn, counts
