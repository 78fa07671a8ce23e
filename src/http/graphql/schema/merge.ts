/**
 * Merges the files of openapi/graphql into the types that the model gives. A field of a file replaces one of the same name.
 */
import {
  type DefinitionNode,
  type FieldDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  type InterfaceTypeDefinitionNode,
  type InterfaceTypeExtensionNode,
  Kind,
  type ObjectTypeDefinitionNode,
  type ObjectTypeExtensionNode,
  valueFromASTUntyped,
} from 'graphql';
import type { EntityTypeSpec, Model } from '../../../model/types.ts';
import type { GraphContext } from '../operation.ts';

type FieldsNode = ObjectTypeDefinitionNode | InterfaceTypeDefinitionNode | ObjectTypeExtensionNode | InterfaceTypeExtensionNode;

/** A directive of a file, with its arguments as JSON. */
export interface Directive {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** What a directive makes a resolver of. */
export interface DirectiveParts {
  readonly model: Model;
  readonly schema: GraphQLSchema;
  readonly type: GraphQLObjectType;
  readonly field: GraphQLField<unknown, GraphContext>;
  readonly args: Directive['args'];
}

interface Open {
  readonly node: FieldsNode;
  readonly fields: Map<string, FieldDefinitionNode>;
  readonly interfaces: Set<string>;
}

/** @param entities entity types by the names of their types in GraphQL */
export function mergeFiles(
  modelled: readonly DefinitionNode[],
  files: readonly DefinitionNode[],
  entities: ReadonlyMap<string, EntityTypeSpec>,
): DefinitionNode[] {
  const open = new Map<string, Open>();
  const add = (name: string, node: FieldsNode): Open => {
    const type = open.get(name) ?? { node, fields: new Map(), interfaces: new Set() };
    for (const field of node.fields ?? []) type.fields.set(field.name.value, field);
    for (const each of node.interfaces ?? []) type.interfaces.add(each.name.value);
    open.set(name, type);
    return type;
  };
  for (const node of modelled.filter(isFielded)) add(node.name.value, node);
  for (const node of files.filter(isPattern)) {
    const isNew = node.kind === Kind.INTERFACE_TYPE_DEFINITION;
    for (const name of carrying(entities, node)) {
      const type = add(name, node);
      if (isNew) type.interfaces.add(node.name.value);
    }
    if (isNew) add(node.name.value, node);
  }
  for (const node of files) if (isFielded(node) && !isPattern(node)) add(node.name.value, node);
  for (const { node, fields } of open.values()) {
    const shows = directiveOf(node);
    if (shows?.name !== 'shows') continue;
    for (const [field, each] of open.get(String(shows.args.type))?.fields ?? []) if (!fields.has(field)) fields.set(field, each);
  }
  // A type need not repeat the fields of its interfaces.
  for (const { fields, interfaces } of open.values())
    for (const name of interfaces) for (const [field, node] of open.get(name)?.fields ?? []) if (!fields.has(field)) fields.set(field, node);
  return [...[...open.values()].map(definition), ...[...modelled, ...files].filter((node) => !isFielded(node))];
}

export function isFielded(node: DefinitionNode): node is FieldsNode {
  return [Kind.OBJECT_TYPE_DEFINITION, Kind.OBJECT_TYPE_EXTENSION, Kind.INTERFACE_TYPE_DEFINITION, Kind.INTERFACE_TYPE_EXTENSION].includes(
    node.kind as Kind.OBJECT_TYPE_DEFINITION,
  );
}

/** `interface Name @with(…)` and `extend interface Entity @with(…)` are about every entity type that carries the aspects. */
function isPattern(node: DefinitionNode): node is InterfaceTypeDefinitionNode | InterfaceTypeExtensionNode {
  return isFielded(node) && directiveOf(node)?.name === 'with';
}

function carrying(entities: ReadonlyMap<string, EntityTypeSpec>, node: FieldsNode): string[] {
  const aspects = (directiveOf(node)?.args.aspects ?? []) as readonly string[];
  return [...entities].filter(([, type]) => aspects.every((each) => type.aspects.has(each))).map(([name]) => name);
}

/** The directive of a type or a field. */
export function directiveOf(node: FieldsNode | FieldDefinitionNode | null | undefined): Directive | undefined {
  const found = node?.directives?.find(({ name }) => name.value !== 'deprecated');
  if (!found) return undefined;
  return {
    name: found.name.value,
    args: Object.fromEntries((found.arguments ?? []).map(({ name, value }) => [name.value, valueFromASTUntyped(value)])),
  };
}

function definition({ node, fields, interfaces }: Open): DefinitionNode {
  const isInterface = node.kind === Kind.INTERFACE_TYPE_DEFINITION || node.kind === Kind.INTERFACE_TYPE_EXTENSION;
  return {
    ...node,
    kind: isInterface ? Kind.INTERFACE_TYPE_DEFINITION : Kind.OBJECT_TYPE_DEFINITION,
    fields: [...fields.values()],
    interfaces: [...interfaces].map((name) => ({ kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: name } })),
  } as DefinitionNode;
}
