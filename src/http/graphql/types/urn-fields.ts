/**
 * URN fields of aspects and keys in GraphQL: each leads to the entity that it names (docs/semantics.md 15.2).
 */
import { isRecord } from '../../../model/path.ts';
import { deref } from '../../../model/schema-walk.ts';
import type { EntityTypeSpec, JsonSchema, Model } from '../../../model/types.ts';
import { type EntityRef, type GraphContext, refNamed } from '../operation.ts';
import { queryField, typeName } from './type-names.ts';

/** A field, or the items of a list, that the model declares as URNs. */
interface UrnField {
  /** In the schema: `Dataset`, `Entity`, `[Dataset]`. */
  readonly type: string;
  /** The entity type, if `x-urn` allows only one. */
  readonly only: EntityTypeSpec | undefined;
  /** What a stored value leads to: an entity, or a list of them; null for a text that names none. */
  entities(value: unknown, context: GraphContext): unknown;
}

/** Reads `format: urn` and `x-urn` of a field, also of a list and of a union that has one member. Undefined if it holds no URNs. */
export function urnField(model: Model, raw: unknown): UrnField | undefined {
  const schema = deref(model, raw);
  if (schema.type === 'array') return listOf(urnField(model, schema.items));
  if (schema['x-union'] === true) return memberOf(model, schema);
  return schema.format === 'urn' ? single(model, schema) : undefined;
}

function single(model: Model, schema: JsonSchema): UrnField {
  const [first, ...others] = isRecord(schema['x-urn']) && Array.isArray(schema['x-urn'].types) ? schema['x-urn'].types : [];
  const only = others.length === 0 ? model.entityTypes.get(String(first)) : undefined;
  const entities = (value: unknown, context: GraphContext): EntityRef | null => {
    const ref = refNamed(model, value);
    if (ref === null || (only && ref.read.type !== only)) return null;
    return context.budget.named(ref);
  };
  return { type: only ? typeName(only) : 'Entity', only, entities };
}

/** Items keep their places: one that names no entity is null. */
function listOf(item: UrnField | undefined): UrnField | undefined {
  return (
    item && {
      type: `[${item.type}]`,
      only: item.only,
      entities: (value, context) => (Array.isArray(value) ? value.map((each) => item.entities(each, context)) : null),
    }
  );
}

function memberOf(model: Model, union: JsonSchema): UrnField | undefined {
  const [first, ...others] = isRecord(union.properties) ? Object.entries(union.properties) : [];
  const member = first && others.length === 0 ? urnField(model, first[1]) : undefined;
  return first && member && { ...member, entities: (value, context) => member.entities(isRecord(value) ? value[first[0]] : null, context) };
}

/**
 * Fields that known clients read as texts although their names do not say so (docs/semantics.md 18.8), and names that the rule below does
 * not give: type and field, and the field beside it that leads to the entity; null where there is none.
 */
export const BESIDE: Readonly<Record<string, string | null>> = {
  'AuditStamp.actor': 'actorEntity',
  'AuditStamp.impersonator': 'impersonatorEntity',
  'TimeStamp.actor': 'actorEntity',
  'Deprecation.actor': 'actorEntity',
  'DatasetDeprecation.actor': 'actorEntity',
  'Operation.actor': 'actorEntity',
  'Operation.affectedDatasets': 'affectedDatasetEntities',
  'BaseData.dataset': 'datasetEntity',
  'CorpGroupInfo.groups': 'groupEntities',
  'ExecutionRequestSource.ingestionSource': 'ingestionSourceEntity',
  'FineGrainedLineage.query': 'queryEntity',
  'MLModelProperties.mlFeatures': 'mlFeatureEntities',
  'GlossaryTermAssociation.urn': 'term',
  // The entity itself, but spelt in a way that no write has.
  'Aliases.lowercasedUrn': null,
};

/**
 * A field whose name says that it is a URN (`urn`, `flowUrn`) stays a text. The entity stands beside it: `flow`, or the name of its type.
 * Undefined for fields that are entities themselves.
 *
 * @param taken names of the fields of the same type
 */
export function entityBeside(type: string, field: string, { only }: UrnField, taken: ReadonlySet<string>): string | null | undefined {
  const known = BESIDE[`${type}.${field}`];
  const [, stem] = /^(.*)urn$/i.exec(field) ?? [];
  if (known !== undefined || stem === undefined) return known;
  const names = [stem, only ? queryField(only) : '', stem === '' ? 'entity' : `${stem}Entity`];
  return names.find((name) => name !== '' && !taken.has(name));
}
