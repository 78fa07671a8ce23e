/**
 * Names of entity types in the GraphQL schema: the type (`Dataset`), the query field (`dataset`) and the constant (`DATASET`).
 */
import type { EntityTypeSpec, Model } from '../../../model/types.ts';

/** The registry's spelling, with the humps that names in GraphQL have. */
const HUMPS: Readonly<Record<string, string>> = { corpuser: 'corpUser' };

/** Names that stand for something else in the schema, or in GraphQL itself. */
const TAKEN = new Set([
  'Query',
  'Mutation',
  'Subscription',
  'Entity',
  'EntityType',
  'DataType',
  'StructuredProperty',
  'SchemaField',
  'OwnershipType',
]);

/** Entity types that known clients call otherwise. */
const KNOWN_AS: Readonly<Record<string, string>> = {
  dataHubAccessToken: 'AccessTokenMetadata',
  dataHubExecutionRequest: 'ExecutionRequest',
  dataHubSecret: 'Secret',
  inviteToken: 'Invitations',
  platformResource: 'DataHubPlatformResource',
};

/** `dataset`, `corpUser`, `mlModel`. */
export function queryField(type: EntityTypeSpec): string {
  return HUMPS[type.name] ?? type.name;
}

/** `Dataset`, `CorpUser`, `MLModel`, `StructuredPropertyEntity`. */
export function typeName(type: EntityTypeSpec): string {
  const known = KNOWN_AS[type.name];
  if (known !== undefined) return known;
  const name = queryField(type).replace(/^(ml|er)(?=[A-Z])|^[a-z]/, (start) => start.toUpperCase());
  return TAKEN.has(name) ? `${name}Entity` : name;
}

/** What an entity is whose type the model lacks. */
const OTHER = 'OTHER';

/** Constants that no type of the model has. */
export const NOT_STORED = [OTHER, 'RESTRICTED'];

export function typeOfConstant(model: Model, constant: string): EntityTypeSpec | undefined {
  return [...model.entityTypes.values()].find(({ graphql }) => graphql === constant);
}

/** The constant of the type that an `entityType` entity describes: `svc.dataset` → `DATASET`. */
export function describedConstant(model: Model, urn: string): string {
  const name = urn.slice(urn.lastIndexOf(`${model.names.word}.`) + model.names.word.length + 1).toLowerCase();
  return [...model.entityTypes.values()].find((type) => type.name.toLowerCase() === name)?.graphql ?? OTHER;
}
