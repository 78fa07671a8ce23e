/**
 * Makes types of the arguments of GraphQL: of the operations of the pages (queries.ts), and of all that resolvers get.
 */
import { type GraphQLInputType, type GraphQLSchema, isEnumType, isInputObjectType, isListType, isNonNullType } from 'graphql';

const SCALARS: Readonly<Record<string, string>> = {
  String: 'string',
  ID: 'string',
  Boolean: 'boolean',
  Int: 'number',
  Long: 'number',
  Float: 'number',
  JSON: 'Record<string, unknown>',
};
/** Models may add constants. */
const OPEN_ENUMS = new Set(['EntityType']);

/** The type of a scalar or an enum. */
export function leafType(type: unknown): string {
  if (!isEnumType(type) || OPEN_ENUMS.has(type.name)) return SCALARS[String(type)] ?? 'string';
  const constants = type.getValues().map(({ name }) => `'${name}'`);
  return constants.join(' | ');
}

interface Inputs {
  /** The interfaces that are needed, by name. */
  readonly made: Map<string, string>;
  /** The type of what may be absent. */
  readonly absent: string;
}

/** The type of an argument. Adds the interfaces that it needs. */
export function inputType(type: GraphQLInputType, inputs: Inputs): string {
  if (isNonNullType(type)) return inputType(type.ofType, inputs);
  if (isListType(type)) return `readonly (${inputType(type.ofType, inputs)}${isNonNullType(type.ofType) ? '' : ' | null'})[]`;
  if (!isInputObjectType(type)) return leafType(type);
  if (!inputs.made.has(type.name)) {
    inputs.made.set(type.name, '');
    const fields = Object.values(type.getFields()).map((field) => `  ${member(field, inputs)};`);
    inputs.made.set(type.name, `export interface ${type.name} {\n${fields.join('\n')}\n}\n`);
  }
  return type.name;
}

function member({ name, type }: { readonly name: string; readonly type: GraphQLInputType }, inputs: Inputs): string {
  const of = inputType(type, inputs);
  return isNonNullType(type) ? `readonly ${name}: ${of}` : `readonly ${name}?: ${of} | ${inputs.absent}`;
}

/** The arguments of each query and mutation, by its name. */
export function argumentsOf(schema: GraphQLSchema): string {
  const inputs = { made: new Map<string, string>(), absent: 'null' };
  const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) => Object.values(type?.getFields() ?? {}));
  const all = fields.map(({ name, args }) => `  readonly ${name}: { ${args.map((each) => member(each, inputs)).join('; ')} };`);
  return [
    '// Made by src/build/arguments.ts from openapi/graphql.\n',
    ...inputs.made.values(),
    `export interface Arguments {\n${all.join('\n')}\n}\n`,
  ].join('\n');
}
