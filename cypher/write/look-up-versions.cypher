// The versions of version sets, with what says which of them is the latest.
// $urns. Columns: urn, versions: [[urn, value, removed]]. Index: entity_urn.
UNWIND $urns AS urn
MATCH (s:Entity {urn: urn})
RETURN urn, COLLECT {
  MATCH (s)<-[:VersionOf]-(v:Entity)-[:LATEST]->(a:Aspect)
  WHERE a.name = 'versionProperties'
  RETURN [v.urn, a.value, v.removed IS NOT NULL]
  LIMIT 10000
} AS versions
