/**
 * The mutations that the server lists, each with its arguments, so that a test can ask all of one kind: a new one is asked without a line in the test.
 */
import {
  buildClientSchema,
  type GraphQLInputType,
  getIntrospectionQuery,
  getNamedType,
  type IntrospectionQuery,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';
import { ask, type GraphAnswer, graphql } from '../graphql.ts';

/** An argument, or a field of one: where it stands, and what it takes. */
export interface Slot {
  readonly name: string;
  readonly path: readonly string[];
  readonly type: GraphQLInputType;
  readonly needed: boolean;
}

export interface Mutation {
  readonly name: string;
  readonly slots: readonly Slot[];
  /** The arguments, as types of variables. */
  readonly variables: readonly (readonly [name: string, type: string])[];
  readonly answersEntity: boolean;
}

const DEEPEST = 4;

export async function everyMutation(): Promise<Mutation[]> {
  const schema = buildClientSchema((await graphql(getIntrospectionQuery())) as IntrospectionQuery);
  return Object.values(schema.getMutationType()?.getFields() ?? {}).map(({ name, args, type }) => ({
    name,
    slots: args.flatMap((each) => slotsIn(each.name, each.type, [each.name], isRequiredArgument(each))),
    variables: args.map((each) => [each.name, String(each.type)] as const),
    answersEntity: 'getFields' in getNamedType(type),
  }));
}

function slotsIn(name: string, type: GraphQLInputType, path: readonly string[], needed: boolean): Slot[] {
  const named = getNamedType(type);
  if (!isInputObjectType(named) || path.length > DEEPEST) return [{ name, path, type, needed }];
  return Object.values(named.getFields()).flatMap((field) =>
    slotsIn(field.name, field.type, [...path, field.name], needed && isRequiredInputField(field)),
  );
}

/** Has it a place of this name? */
export const hasSlot = ({ slots }: Mutation, name: RegExp): boolean => slots.some((slot) => name.test(slot.name));

/**
 * Sends a mutation with these values by the names of their places: in those that need one, those that it is about, and those beside these.
 *
 * @param about the places that the test is about
 * @throws Error if nothing is known for a place that needs a value
 */
export function send(mutation: Mutation, about: RegExp, values: Readonly<Record<string, unknown>>): Promise<GraphAnswer> {
  const input: Record<string, unknown> = {};
  const placeOf = ({ path }: Slot): string => path.slice(0, -1).join('.');
  const places = mutation.slots.filter(({ name }) => about.test(name)).map(placeOf);
  for (const slot of mutation.slots) {
    const value = values[slot.name];
    if (!slot.needed && (value === undefined || !places.includes(placeOf(slot)))) continue;
    if (value === undefined) throw new Error(`${mutation.name}: nobody has said which value ${slot.path.join('.')} gets`);
    put(input, slot.path, isList(slot.type) ? [value].flat() : value);
  }
  const declared = mutation.variables.filter(([name]) => name in input);
  const [head, call] = [declared.map(([name, type]) => `$${name}: ${type}`).join(', '), declared.map(([name]) => `${name}: $${name}`).join(', ')];
  return ask(`mutation (${head}) { ${mutation.name}(${call})${mutation.answersEntity ? ' { __typename }' : ''} }`, input);
}

function isList(type: GraphQLInputType): boolean {
  return isListType(isNonNullType(type) ? type.ofType : type);
}

/** A list of objects is sent with one: an object in its place is one, too. */
function put(into: Record<string, unknown>, [first = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    into[first] = value;
    return;
  }
  const inner = (into[first] ?? {}) as Record<string, unknown>;
  into[first] = inner;
  put(inner, rest, value);
}
