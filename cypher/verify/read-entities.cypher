// What an entity says of itself, beside its latest aspects. $urns; $status, $properties: names of aspects whose value is asked for.
// Columns: urn, type, labels, removed, toggled: how often it turned, beingDeleted: is a hard delete under way?
// forgotten: the time of its last hard delete, or null,
// chains: [[LATEST or ENDED, name, name on ENDED or null, until or null, [[steps from the newest, seq, name, runId, run, at]]]],
// lost: [[aspect, type, source, target]] of DANGLING, malformed: [type] of past edges that cannot be read. Index: entity_urn, then along PREV.
UNWIND $urns AS urn
MATCH (e:Entity {urn: urn})
RETURN urn, e.type AS type, labels(e) AS labels, e.removed AS removed, size(coalesce(e.toggled, [])) AS toggled, e:Doomed AS beingDeleted,
  e.forgotten AS forgotten,
  COLLECT {
    MATCH (e)-[l:LATEST|ENDED]->(newest:Aspect)
    RETURN [type(l), newest.name, l.name, l.until,
      COLLECT { MATCH p = (newest)-[:PREV*0..]->(a) RETURN [length(p), a.seq, a.name, a.runId, a.run, a.at] ORDER BY length(p) }]
  } AS chains,
  [(e)-[:LATEST]->(a:Aspect) | [a.name, a.value, a.at]] AS latest,
  [(e)-[d:DANGLING]->() | [id(d), d.aspect, d.type, d.source, d.target]] AS lost,
  [(e)-[p:PAST|PAST_UPSTREAM]->() WHERE p.until IS NULL OR p.since IS NULL OR p.aspect IS NULL OR p.holder IS NULL
    OR (type(p) = 'PAST' AND p.type IS NULL) OR (type(p) = 'PAST_UPSTREAM' AND p.via IS NULL) | type(p)] AS malformed
