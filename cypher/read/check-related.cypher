// What src/graph/dense/ needs to know to bring an order up to date: the newest commit, the rules of the edges (null while they are being
// rebuilt), how many edges there are, and which edges lead to the entities that have changed. The degree is a number in the store.
// $urn, $changed: URNs; «edge» as in count-related.cypher; «degree»: a pattern of the types that the order has.
// Columns: seq, rules, degree, ends: [[id, urn, [[type, times]]]]. Index: log_id, edge_rules, entity_urn.
MATCH (l:Log {id: 'log'})
OPTIONAL MATCH (rules:EdgeRules {id: 'edges'})
WITH l.seq AS seq, CASE WHEN rules.building IS NULL THEN rules.rules END AS rules
MATCH (e:Entity {urn: $urn})
CALL (e) {
  UNWIND $changed AS urn
  MATCH (t:Entity {urn: urn})
  CALL (e, t) {
    MATCH (e)«edge»(t)
    WITH type(r) AS type, count(*) AS times
    RETURN collect([type, times]) AS types
  }
  RETURN collect([id(t), t.urn, types]) AS ends
}
RETURN seq, rules, COUNT { (e)«degree»() } AS degree, ends
