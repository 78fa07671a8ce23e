/**
 * Merges the shapes of openapi/graphql into the types that the model gives. A field of a shape replaces one of the same name.
 */
import {
  type ConstDirectiveNode,
  type DefinitionNode,
  type FieldDefinitionNode,
  type InterfaceTypeDefinitionNode,
  type InterfaceTypeExtensionNode,
  Kind,
  type ObjectTypeDefinitionNode,
  type ObjectTypeExtensionNode,
  valueFromASTUntyped,
} from 'graphql';
import { isRecord } from '../../../model/path.ts';
import type { EntityTypeSpec } from '../../../model/types.ts';

type Fielded = ObjectTypeDefinitionNode | InterfaceTypeDefinitionNode | ObjectTypeExtensionNode | InterfaceTypeExtensionNode;

/** A directive of a shape, with its arguments as JSON. */
export interface Rule {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Says where a field of a type comes from. */
export interface FieldRule extends Rule {
  readonly type: string;
  readonly field: string;
}

export interface Merged {
  readonly definitions: readonly DefinitionNode[];
  readonly rules: readonly FieldRule[];
  /** What members of unions have that no other member has: type → field. */
  readonly marks: ReadonlyMap<string, string>;
}

interface Open {
  readonly node: Fielded;
  readonly fields: Map<string, FieldDefinitionNode>;
  readonly interfaces: Set<string>;
}

/** @param entities entity types by the names of their types in GraphQL */
export function mergeShapes(
  generated: readonly DefinitionNode[],
  shapes: readonly DefinitionNode[],
  entities: ReadonlyMap<string, EntityTypeSpec>,
): Merged {
  const open = new Map<string, Open>();
  const others: DefinitionNode[] = [];
  const rules = new Map<string, FieldRule>();
  const marks = new Map<string, string>();

  const add = (name: string, field: FieldDefinitionNode, ofShape: boolean): void => {
    const key = `${name}.${field.name.value}`;
    const [rule] = (field.directives ?? []).filter(({ name: { value } }) => value !== 'deprecated').map(ruleOf);
    if (rule) rules.set(key, { ...rule, type: name, field: field.name.value });
    else if (ofShape) rules.delete(key);
    open.get(name)?.fields.set(field.name.value, { ...field, directives: [] });
  };
  const take = (node: DefinitionNode, ofShape: boolean): void => {
    if (!isFielded(node)) {
      others.push(node);
      return;
    }
    const name = node.name.value;
    if (!open.has(name)) open.set(name, { node, fields: new Map(), interfaces: new Set() });
    for (const each of node.interfaces ?? []) open.get(name)?.interfaces.add(each.name.value);
    for (const field of node.fields ?? []) add(name, field, ofShape);
    const mark = (node.directives ?? []).map(ruleOf).find((each) => each.name === 'has')?.args.field;
    if (typeof mark === 'string') marks.set(name, mark);
  };

  for (const node of generated) take(node, false);
  const patterns = shapes.filter(isPattern);
  for (const node of patterns) {
    const wanted = (node.directives ?? []).map(ruleOf).find(({ name }) => name === 'with')?.args;
    for (const name of carrying(entities, wanted)) {
      for (const field of node.fields ?? []) add(name, field, true);
      if (node.kind === Kind.INTERFACE_TYPE_DEFINITION) open.get(name)?.interfaces.add(node.name.value);
    }
    if (node.kind === Kind.INTERFACE_TYPE_DEFINITION) take({ ...node, fields: bare(node.fields) }, true);
    else if (!wanted?.aspects) for (const field of bare(node.fields)) add('Entity', field, true);
  }
  for (const node of shapes) if (!isPattern(node)) take(node, true);
  // A type of a shape need not repeat the fields of its interfaces.
  for (const { fields, interfaces } of open.values())
    for (const name of interfaces) for (const [field, node] of open.get(name)?.fields ?? []) if (!fields.has(field)) fields.set(field, node);
  return { definitions: [...[...open.values()].map(definition), ...others], rules: [...rules.values()], marks };
}

function isFielded(node: DefinitionNode): node is Fielded {
  return [Kind.OBJECT_TYPE_DEFINITION, Kind.OBJECT_TYPE_EXTENSION, Kind.INTERFACE_TYPE_DEFINITION, Kind.INTERFACE_TYPE_EXTENSION].includes(
    node.kind as Kind.OBJECT_TYPE_DEFINITION,
  );
}

/** `interface Name @with(…)` and `extend interface Entity @with(…)` are about every entity type that carries the aspects. */
function isPattern(node: DefinitionNode): node is InterfaceTypeDefinitionNode | InterfaceTypeExtensionNode {
  return isFielded(node) && (node.directives ?? []).some(({ name }) => name.value === 'with');
}

function carrying(entities: ReadonlyMap<string, EntityTypeSpec>, wanted: Rule['args'] | undefined): string[] {
  const aspects = Array.isArray(wanted?.aspects) ? wanted.aspects.map(String) : [];
  return [...entities].filter(([, type]) => aspects.every((each) => type.aspects.has(each))).map(([name]) => name);
}

function ruleOf(directive: ConstDirectiveNode): Rule {
  const args = Object.fromEntries((directive.arguments ?? []).map(({ name, value }) => [name.value, valueFromASTUntyped(value)]));
  return { name: directive.name.value, args: isRecord(args) ? args : {} };
}

function bare(fields: readonly FieldDefinitionNode[] | undefined): FieldDefinitionNode[] {
  return (fields ?? []).map((field) => ({ ...field, directives: [] }));
}

function definition({ node, fields, interfaces }: Open): DefinitionNode {
  const isInterface = node.kind === Kind.INTERFACE_TYPE_DEFINITION || node.kind === Kind.INTERFACE_TYPE_EXTENSION;
  return {
    ...node,
    kind: isInterface ? Kind.INTERFACE_TYPE_DEFINITION : Kind.OBJECT_TYPE_DEFINITION,
    fields: [...fields.values()],
    directives: [],
    interfaces: [...interfaces].map((name) => ({ kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: name } })),
  } as DefinitionNode;
}
