/**
 * URN fields in GraphQL: entities by `x-urn`, read in batches, within the budget of the answer (docs/semantics.md 15.2, 15.5).
 */
import { expect } from 'chai';
import { type ExecutionResult, type GraphQLObjectType, type GraphQLSchema, getNamedType, graphql, isObjectType } from 'graphql';
import type { Catalog } from '../../src/catalog/index.ts';
import { makeBudget } from '../../src/http/graphql/budget.ts';
import { makeLoaders } from '../../src/http/graphql/loaders.ts';
import { makeGraphSchema } from '../../src/http/graphql/schema.ts';
import { typeName } from '../../src/http/graphql/types/type-names.ts';
import { BESIDE, entityBeside, urnField } from '../../src/http/graphql/types/urn-fields.ts';
import { isRecord } from '../../src/model/path.ts';
import { deref } from '../../src/model/schema-walk.ts';
import type { JsonSchema } from '../../src/model/types.ts';
import { makeTurns } from '../../src/slices.ts';
import { model } from '../unit/support/model.ts';

const schema = makeGraphSchema(model, '1');

/** Each URN field of the aspects that GraphQL shows as types: `Siblings.siblings [dataset]`, with the type that GraphQL gives it. */
function shownUrns(): Map<string, string> {
  const found = new Map<string, string>();
  const seen = new Set<string>();
  const visit = (record: JsonSchema, type: GraphQLObjectType): void => {
    if (seen.has(type.name)) return;
    seen.add(type.name);
    const properties = isRecord(record.properties) ? record.properties : {};
    for (const [field, raw] of Object.entries(properties)) {
      const urn = urnField(model, raw);
      const beside = urn && entityBeside(type.name, field, urn, new Set(Object.keys(properties)));
      const shown = type.getFields()[beside ?? field];
      if (urn && beside !== null) found.set(`${type.name}.${field} ${JSON.stringify(targets(raw))}`, String(shown?.type));
      let inner = deref(model, raw);
      while (inner.type === 'array') inner = deref(model, inner.items);
      const below = shown && getNamedType(shown.type);
      if (!urn && isObjectType(below) && below.name !== 'StringMapEntry') visit(inner, below);
    }
  };
  for (const type of model.entityTypes.values())
    for (const aspect of type.aspects.values()) {
      const shown = (schema.getType(typeName(type)) as GraphQLObjectType).getFields()[aspect.name];
      const below = shown && getNamedType(shown.type);
      if (isObjectType(below) && !OWN_TYPES.has(below.name)) visit(deref(model, aspect.schema), below);
    }
  return found;
}

/** Types of aspects that are written by hand, and fields of entities that lead straight to another one. */
const OWN_TYPES = new Set([
  'Container',
  'DataPlatformInstance',
  'StructuredPropertyDefinition',
  'StructuredProperties',
  'EntityTypeInfo',
  'DataTypeInfo',
]);

/** Fields for which openapi/graphql has a narrower type than the model. */
const NARROWER = [
  'GlossaryTermAssociation.actor ',
  'ResolvedAuditStamp.',
  'ForeignKeyConstraint.',
  'FineGrainedLineage.',
  'ExecutionRequestInput.',
  'CorpUserViewsSettings.',
  'CorpUserHomePageSettings.',
  'DataHubPageTemplateRow.',
  'AssetCollectionModuleParams.',
  'HierarchyModuleParams.',
  'AssetSummarySettingsTemplate.',
  'FormActorAssignment.',
  'DashboardUserUsageCounts.',
  'DataHubActorFilter.',
];

function targets(raw: unknown): readonly string[] | null {
  const inner = deref(model, raw);
  if (inner.type === 'array') return targets(inner.items);
  if (inner['x-union'] === true) return targets(Object.values(inner.properties as object)[0]);
  return isRecord(inner['x-urn']) ? (inner['x-urn'].types as string[]) : null;
}

interface Stored {
  readonly [urn: string]: Readonly<Record<string, object>>;
}

/** Runs a query on a catalog that holds these aspects; `reads` counts the calls of the core. */
async function ask(stored: Stored, query: string, most?: number, using: GraphQLSchema = schema): Promise<ExecutionResult & { reads: number }> {
  let reads = 0;
  const read: Catalog['read'] = async (urns, names = []) => {
    reads++;
    return urns.map((urn) => ({
      urn,
      exists: true,
      aspects: names.flatMap((name) => {
        const [aspect, json] = [model.aspects.get(name), stored[urn.text]?.[name]];
        return aspect && json ? [{ aspect, state: { value: { json, text: JSON.stringify(json) } } }] : [];
      }),
    })) as never;
  };
  const catalog = { model, read } as Catalog;
  const budget = makeBudget(most);
  const result = await graphql({
    schema: using,
    source: query,
    contextValue: {
      catalog,
      budget,
      turns: makeTurns({ over: () => false, next: async () => undefined, begin: async () => undefined }),
      loaders: makeLoaders(catalog, budget),
    },
  });
  return { ...(JSON.parse(JSON.stringify(result)) as ExecutionResult), reads };
}

const dataset = (name: string): string => `urn:svc:dataset:(urn:svc:dataPlatform:hive,${name},PROD)`;

describe('URN fields in the GraphQL schema', () => {
  it('lead to the entity type that x-urn names, or to Entity', () => {
    const shown = shownUrns();
    expect(shown.size).to.be.greaterThan(100);
    for (const [field, type] of shown) {
      if (NARROWER.some((each) => field.startsWith(each))) continue;
      const types = JSON.parse(field.slice(field.indexOf(' '))) as string[] | null;
      const only = types?.length === 1 ? model.entityTypes.get(String(types[0])) : undefined;
      expect(type.replaceAll(/[[\]!]/g, ''), field).to.equal(only ? typeName(only) : 'Entity');
    }
    const field = (name: string): string | undefined => [...shown].find(([each]) => each.startsWith(`${name} `))?.[1];
    expect(
      ['Siblings.siblings', 'Deprecation.replacement', 'Owner.owner', 'Owner.typeUrn', 'DataJobInfo.flowUrn', 'ChartInfo.inputs'].map(field),
    ).to.deep.equal(['[Dataset]', 'Entity', 'Entity', 'OwnershipTypeEntity', 'DataFlow', '[Dataset]']);
  });

  it('stay texts where known clients read texts, with the entity beside', () => {
    for (const [name, beside] of Object.entries(BESIDE)) {
      const [type = '', field = ''] = name.split('.');
      const fields = (schema.getType(type) as GraphQLObjectType | undefined)?.getFields();
      expect(getNamedType(fields?.[field]?.type)?.name, name).to.equal('String');
      if (beside !== null) expect(fields, name).to.have.property(beside);
    }
  });
});

describe('URN fields in GraphQL answers', () => {
  const [a, b, c] = [dataset('a'), dataset('b'), dataset('c')];
  const user = 'urn:svc:corpuser:ann';

  it('a list keeps its places; what names no entity of the type is null', async () => {
    const stored = { [a]: { siblings: { siblings: [b, 'urn:svc:sofa:x', user, 'b', c], primary: true } } };
    const { data, errors } = await ask(stored, `{ dataset(urn: "${a}") { siblings { primary siblings { urn name } } } }`);
    expect(errors).to.equal(undefined);
    const siblings = [{ urn: b, name: 'b' }, null, null, null, { urn: c, name: 'c' }];
    expect(data).to.deep.equal({ dataset: { siblings: { primary: true, siblings } } });
  });

  it('several possible types are an Entity, and a text has its entity beside it', async () => {
    const stored = {
      [a]: {
        ownership: { owners: [{ owner: user, type: 'CUSTOM', typeUrn: 'urn:svc:ownershipType:x' }], lastModified: { time: 1, actor: user } },
        deprecation: { deprecated: true, note: '', actor: user, replacement: b },
      },
    };
    const { data, errors } = await ask(
      stored,
      `{ dataset(urn: "${a}") {
        ownership { owners { owner { urn ... on CorpUser { username } } typeUrn ownershipType { urn } associatedUrn } lastModified { actor actorEntity { type } } }
        deprecation { actor actorEntity { urn } replacement { type } } } }`,
    );
    expect(errors).to.equal(undefined);
    const type = 'urn:svc:ownershipType:x';
    expect(data?.dataset).to.deep.equal({
      ownership: {
        owners: [{ owner: { urn: user, username: 'ann' }, typeUrn: type, ownershipType: { urn: type }, associatedUrn: a }],
        lastModified: { actor: user, actorEntity: { type: 'CORP_USER' } },
      },
      deprecation: { actor: user, actorEntity: { urn: user }, replacement: { type: 'DATASET' } },
    });
  });

  it('tags of columns are tags', async () => {
    const stored = {
      [a]: {
        schemaMetadata: {
          schemaName: 'a',
          platform: 'urn:svc:dataPlatform:hive',
          fields: [{ fieldPath: 'x', globalTags: { tags: [{ tag: 'urn:svc:tag:t' }] } }],
        },
        globalTags: { tags: [{ tag: 'urn:svc:tag:u' }] },
      },
    };
    const { data, errors } = await ask(
      stored,
      `fragment shown on GlobalTags { tags { associatedUrn tag { urn } } }
      { dataset(urn: "${a}") { tags { ...shown } schemaMetadata { platform { name } fields { globalTags { ...shown } } } } }`,
    );
    expect(errors).to.equal(undefined);
    expect(data?.dataset).to.deep.equal({
      tags: { tags: [{ associatedUrn: a, tag: { urn: 'urn:svc:tag:u' } }] },
      schemaMetadata: {
        platform: { name: 'hive' },
        fields: [{ globalTags: { tags: [{ associatedUrn: a, tag: { urn: 'urn:svc:tag:t' } }] } }],
      },
    });
  });

  it('cost one read for each level, however many they are, and none where only their URNs are read', async () => {
    const many = Array.from({ length: 500 }, (_, at) => dataset(`s${at}`));
    const stored: Stored = {
      [a]: { siblings: { siblings: many } },
      ...Object.fromEntries(many.map((urn) => [urn, { siblings: { siblings: [a] } }])),
    };
    const text = `{ dataset(urn: "${a}") { siblings { siblings { urn } } } }`;
    const named = await ask(stored, text);
    const deeper = await ask(stored, text.replace('{ urn }', '{ exists siblings { siblings { urn } } }'));
    expect([named.reads, deeper.reads - named.reads]).to.deep.equal([1, 1]);
  });

  it('are bounded in all: lists within lists are refused with one error', async () => {
    const many = Array.from({ length: 50 }, () => a);
    const stored = { [a]: { siblings: { siblings: many } } };
    const nest = (depth: number): string => (depth === 0 ? 'urn' : `siblings { siblings { ${nest(depth - 1)} } }`);
    const two = await ask(stored, `{ dataset(urn: "${a}") { ${nest(2)} } }`, 10_000);
    expect(two.errors).to.equal(undefined);
    const four = await ask(stored, `{ dataset(urn: "${a}") { ${nest(4)} } }`, 10_000);
    expect(four.errors?.[0]?.message).to.include('10000 items');
    expect(JSON.stringify(four.data).length).to.be.lessThan(10_000 * 200);
  });

  it('a long aspect that is shown many times counts each time', async () => {
    const stored = { [a]: { siblings: { siblings: Array.from({ length: 50 }, () => a) }, datasetProperties: { description: 'x'.repeat(10_000) } } };
    const query = `{ dataset(urn: "${a}") { siblings { siblings { properties { description } } } } }`;
    expect((await ask(stored, query, 1_000)).errors).to.equal(undefined);
    expect((await ask(stored, query, 400)).errors?.[0]?.message).to.include('400 items');
  });
});
