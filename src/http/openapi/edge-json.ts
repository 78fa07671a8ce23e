/** An edge as v3 shows it: `{relationshipType, source: {urn, entityType}, destination: {urn, entityType}}`. */
export function edgeJson(relationshipType: string, source: string, destination: string) {
  return { relationshipType, source: end(source), destination: end(destination) };
}

function end(urn: string): { urn: string; entityType: string } {
  return { urn, entityType: urn.split(':')[2] ?? '' };
}
