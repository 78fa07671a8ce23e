// Each entity that lineage meets from a start, with those one step further: what a walk needs in which some entities are no step.
// The pattern is that of walk-lineage.cypher, which says why it is as it is.
// $urn; $columns, $steps, $tables: as there; $from, $to: window of the edges' stamps or null; $asOf: epoch ms or null. «edges», «left», «right»: as there;
// «hops»: nothing.
// Columns: urn, next: [urn]. Index: entity_urn.
MATCH (s:Entity {urn: $urn})
CALL (s) {
  MATCH p = (s)«left»[r:«edges»*0..«hops»]«right»(x:Entity)
  WHERE all(e IN r WHERE «followed»)
  RETURN DISTINCT x
}
RETURN x.urn AS urn, COLLECT {
  MATCH (x)«left»[e:«edges»]«right»(y:Entity)
  WHERE «followed»
  RETURN DISTINCT y.urn
} AS next
