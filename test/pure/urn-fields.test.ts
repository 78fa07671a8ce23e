import { expect } from 'chai';
import { isRecord, type Path, pathText } from '../../src/model/path.ts';
import { deref } from '../../src/model/schema-walk.ts';
import type { AspectSpec } from '../../src/model/types.ts';
import { model } from '../unit/support/model.ts';

/** URN fields that make no edge, and why. Points of timeseries make none at all: they tell of a moment, and are found by time. */
const NO_EDGE: readonly { readonly field: RegExp; readonly because: string }[] = [
  { field: /[ .](actor|impersonator)$/, because: 'who is behind a stamp' },
  { field: /(attribution|metadataAttribution)\.source$/i, because: 'what is behind an attribution' },
  { field: /^\w+ (.*\.)?(inputEdges|chartEdges|datasetEdges|dashboards|\w+Edges|assets|dataProducts)\[\]\.sourceUrn$/, because: 'the entity itself' },
  { field: /^logicalParent parent\.sourceUrn$/, because: 'the entity itself' },
  { field: /^(metricRelationships|metricUpstreams|upstreamMetrics) \w+\[\]\.sourceUrn$/, because: 'the entity itself' },
  { field: /^aliases lowercasedUrn$/, because: 'the entity itself, in lower case' },
  { field: /foreignKeys\[\]\.sourceFields\[\]$/, because: 'columns of the entity itself' },
  { field: /^datasetUpstreamLineage fieldMappings\[\]\.destinationField$/, because: 'a column of the entity itself' },
  { field: /^dataHubAccessTokenInfo (actorUrn|ownerUrn)$/, because: 'a token of a deleted user is refused, and is no part of the catalog' },
  {
    field: /^(dataHubAccessTokenInfo domains|dataHubPolicyInfo resources\.columnsTagged)\[\]$/,
    because: 'to remove it with the entity would widen what it narrows',
  },
  { field: /^inviteToken (role|invitations\[\]\.createdBy)$/, because: 'an invitation ends by itself, and is no part of the catalog' },
  { field: /^accessRequestInfo (user|resource|decidedBy|policy)$/, because: 'a request ends by itself, and is no part of the catalog' },
  { field: /^signInRecordInfo user$/, because: 'it is part of no catalog, and no API shows it' },
  { field: /foreignKeysSpecs\{\}\./, because: 'deprecated: foreignKeys says it' },
];
/** Actors that are no part of a stamp: these make edges. */
const ACTORS_WITH_EDGES = ['incidentInfo assignees[].actor'];

function urnFields(aspect: AspectSpec): string[] {
  const found = new Set<string>();
  const walk = (raw: unknown, path: Path, above: readonly string[]): void => {
    if (!isRecord(raw)) return;
    const ref = typeof raw.$ref === 'string' ? raw.$ref : undefined;
    if (ref !== undefined && above.includes(ref)) return;
    const schema = deref(model, raw);
    const below = ref === undefined ? above : [...above, ref];
    if (schema.format === 'urn' || 'x-urn' in schema) found.add(pathText(path));
    for (const [field, inner] of Object.entries(isRecord(schema.properties) ? schema.properties : {})) walk(inner, [...path, { field }], below);
    walk(schema.items, [...path, { every: 'item' }], below);
    walk(schema.additionalProperties, [...path, { every: 'value' }], below);
  };
  walk(aspect.schema, [], []);
  return [...found];
}

/** Where an aspect makes edges, ends of column lineage included. */
function edgePaths(aspect: AspectSpec): Set<string> {
  const columns = aspect.columnLineage.flatMap(({ path, upstreams, downstreams = [] }) =>
    [upstreams, downstreams].map((inner) => pathText([...path, { every: 'item' }, ...inner])),
  );
  return new Set([...aspect.relationships.map(({ path }) => pathText(path)), ...columns]);
}

describe('Every URN field of the model is a relationship, or there is a reason', () => {
  const aspects = [...model.aspects.values()].filter(({ kind }) => kind !== 'timeseries');

  it('no URN field is left out', () => {
    const left = aspects.flatMap((aspect) => {
      const edges = edgePaths(aspect);
      return urnFields(aspect)
        .filter((field) => !edges.has(field))
        .map((field) => `${aspect.name} ${field}`)
        .filter((field) => !NO_EDGE.some((each) => each.field.test(field)));
    });
    expect(left).to.deep.equal([]);
  });

  it('every reason is needed', () => {
    const without = aspects.flatMap((aspect) => {
      const edges = edgePaths(aspect);
      return urnFields(aspect)
        .filter((field) => !edges.has(field))
        .map((field) => `${aspect.name} ${field}`);
    });
    expect(without.length).to.be.greaterThan(100);
    for (const { field, because } of NO_EDGE)
      expect(
        without.some((each) => field.test(each)),
        because,
      ).to.equal(true);
  });

  it('an actor outside of a stamp makes an edge', () => {
    for (const each of ACTORS_WITH_EDGES) {
      const [aspect = '', field = ''] = each.split(' ');
      expect(edgePaths(model.aspects.get(aspect) as AspectSpec)).to.include(field);
    }
  });

  it('platforms, property values, types of definitions, ownership types, subjects of assertions and queries have the documented names', () => {
    const names = (aspect: string, field: string): string[] =>
      (model.aspects.get(aspect)?.relationships ?? []).filter(({ path }) => pathText(path) === field).map(({ name }) => name);
    expect(names('datasetKey', 'platform')).to.deep.equal(['SourcePlatform']);
    expect(names('dataPlatformInstance', 'platform')).to.deep.equal(['OnPlatform']);
    expect(names('schemaMetadata', 'platform')).to.deep.equal(['SchemaPlatform']);
    expect(names('structuredProperties', 'properties[].propertyUrn')).to.deep.equal(['HAS_PROPERTY']);
    expect(names('propertyDefinition', 'valueType')).to.deep.equal(['HasValueType']);
    expect(names('propertyDefinition', 'entityTypes[]')).to.deep.equal(['StructuredPropertyOf']);
    expect(names('ownership', 'owners[].typeUrn')).to.deep.equal(['ownershipType']);
    expect(names('assertionInfo', 'entityUrn')).to.deep.equal(['Asserts']);
    expect(names('querySubjects', 'subjects[].entity')).to.deep.equal(['HasQuerySubject']);
  });
});
