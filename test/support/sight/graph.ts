/**
 * Requests of the GraphQL schema: each field of Query, with random arguments and a random selection of what it answers.
 */
import {
  buildClientSchema,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  type IntrospectionQuery,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { TYPES } from './asked-for.ts';
import type { Ask, Row } from './asks.ts';
import type { Values } from './values.ts';

/** Fields that are not asked for, and why. */
const NOT_ASKED: Readonly<Record<string, string>> = {
  privileges: 'the second store has no policies',
  rights: 'the second store has no policies',
  policiesOn: 'the second store has no policies',
  platformPrivileges: 'the second store has no policies',
  getGrantedPrivileges: 'the second store has no policies',
  debugAccess: 'the second store has no policies',
  getInviteToken: 'it makes a secret',
  getAccessToken: 'it makes a secret',
  getSecretValues: 'it reads what is encrypted with the key of a server',
  scrollId: 'it is asked for where there is a next page',
  getAnalyticsCharts: 'it is about the whole catalog',
  getHighlights: 'it is about the whole catalog',
  coverage: 'it is about the whole catalog',
};
const DEEPEST = 4;

export function graphRows(introspected: IntrospectionQuery): Row[] {
  const schema = buildClientSchema(introspected);
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(({ name }) => NOT_ASKED[name] === undefined);
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {}).filter(({ args }) => args.some(namesEntity));
  return [
    ...fields.map((field): Row => ({ row: `GraphQL ${field.name}`, ask: (values) => askOf(schema, field, values) })),
    ...mutations.map(
      (field): Row => ({
        row: `GraphQL ${field.name}`,
        about: 'hidden',
        ask: (values) => ({
          row: `GraphQL ${field.name}`,
          method: 'POST',
          path: '/api/graphql',
          json: { query: `mutation { ${fieldText(schema, field, values, DEEPEST)} }` },
        }),
      }),
    ),
  ];
}

/** Must it name an entity that is there? */
function namesEntity({ name, type }: GraphQLArgument | GraphQLInputField): boolean {
  if (!isNonNullType(type)) return false;
  const named = getNamedType(type);
  if (isInputObjectType(named)) return Object.values(named.getFields()).some(namesEntity);
  return named.name === 'String' && /urns?$|resource|entity$/i.test(name);
}

function askOf(schema: GraphQLSchema, field: GraphQLField<unknown, unknown>, values: Values): Ask {
  const scrolls = /^scroll/.test(field.name);
  const query = `{ ${fieldText(schema, field, values, 0)} }`;
  const row = `GraphQL ${field.name}`;
  const base = { row, method: 'POST', path: '/api/graphql' };
  if (!scrolls) return { ...base, json: { query } };
  return { ...base, json: { query }, next: { ...base, json: { query: query.replace(/input: \{/, 'input: {scrollId: "@cursor@", ') } } };
}

function fieldText(schema: GraphQLSchema, field: GraphQLField<unknown, unknown>, values: Values, depth: number): string {
  const args = field.args
    .filter((arg) => isRequiredArgument(arg) || (values.random.below(2) === 0 && arg.name !== 'scrollId'))
    .map((arg) => `${arg.name}: ${argument(arg, field, values)}`);
  return `${field.name}${args.length === 0 ? '' : `(${args.join(', ')})`}${selection(schema, field.type, values, depth)}`;
}

/** A URN of the type that a field answers, most of the time. */
function argument({ name, type }: GraphQLArgument, field: GraphQLField<unknown, unknown>, values: Values): string {
  if (name === 'urn' && values.hidden)
    return JSON.stringify(values.urn(...TYPES.filter((each) => field.name.toLowerCase().includes(each.toLowerCase()))));
  if (name === 'urn' && values.random.below(8) > 0)
    return JSON.stringify(values.urn(...(field.name === 'entity' ? [] : [field.name === 'corpUser' ? 'corpuser' : field.name])));
  return inputText(type, name, values, 0);
}

function inputText(type: GraphQLInputType, name: string, values: Values, depth: number): string {
  const { random } = values;
  if (isNonNullType(type)) return inputText(type.ofType, name, values, depth);
  if (isListType(type)) {
    const one = (): string => inputText(type.ofType, name.replace(/s$/, ''), values, depth);
    if (/^or$|orFilters|^and$|filters/i.test(name)) return `[${Array.from({ length: 1 + random.below(2) }, one).join(', ')}]`;
    return `[${Array.from({ length: random.below(3) + (name === 'urns' ? 1 : 0) }, one).join(', ')}]`;
  }
  if (isEnumType(type)) return random.of(type.getValues()).name;
  if (isInputObjectType(type)) {
    if (type.name === 'FacetFilterInput') return criterionText(values);
    const fields = Object.values(type.getFields()).filter(
      ({ name: own, type: of }) =>
        own !== 'scrollId' &&
        own !== 'viewUrn' &&
        own !== 'includeVersionSet' &&
        (isNonNullType(of) || (depth < 4 && random.below(3) === 0) || /^(query|count|start)$/.test(own)),
    );
    return `{${fields.map(({ name: own, type: of }) => `${own}: ${inputText(of, own, values, depth + 1)}`).join(', ')}}`;
  }
  const given = type.name === 'String' && /urn|resource|entity$/i.test(name) ? values.urn() : values.hidden ? undefined : values.of(name);
  if (type.name === 'Boolean') return String(random.below(2) === 0);
  if (/Int|Long/.test(type.name) && typeof given === 'string' && given.startsWith('@time')) return given;
  if (/Int|Long/.test(type.name)) return String(typeof given === 'number' ? given : random.of([0, 1, 2, 5]));
  if (type.name === 'Float') return '1';
  return JSON.stringify(typeof given === 'string' && !given.startsWith('@') ? given : values.word());
}

function criterionText(values: Values): string {
  const {
    field,
    condition = 'EQUAL',
    values: wanted,
    negated,
  } = values.of('criterion') as { field: string; condition?: string; values: string[]; negated?: boolean };
  return `{field: ${JSON.stringify(field)}, condition: ${condition}, values: ${JSON.stringify(wanted)}${negated ? ', negated: true' : ''}}`;
}

/** Fields of two types that one answer may have must agree where they have one name: those of fragments are called after the type. */
function selection(schema: GraphQLSchema, type: GraphQLOutputType, values: Values, depth: number): string {
  const { random } = values;
  const named = getNamedType(type);
  if (!isCompositeType(named)) return '';
  if (isAbstractType(named)) {
    const possible = schema.getPossibleTypes(named);
    const urn = 'getFields' in named && 'urn' in named.getFields() ? ' urn' : '';
    const parts = depth >= DEEPEST ? [] : Array.from({ length: 2 }, () => random.of(possible));
    const useful = ['Dataset', 'Dashboard', 'Tag', 'Domain', 'CorpUser'].filter(
      (name) => depth < DEEPEST && possible.some((each) => each.name === name) && random.below(3) === 0,
    );
    const all = [...new Set([...parts.map(({ name }) => name), ...useful])].map(
      (name) => `... on ${name} ${aliased(name, selection(schema, schema.getType(name) as GraphQLOutputType, values, Math.max(depth + 1, 2)))}`,
    );
    return ` { __typename${urn} ${all.join(' ')} }`;
  }
  if (!isObjectType(named)) return '';
  const fields = Object.values(named.getFields()).filter(({ name }) => NOT_ASKED[name] === undefined);
  const leaves = fields.filter((field) => !isCompositeType(getNamedType(field.type)) && !field.args.some(isRequiredArgument));
  const others = depth >= DEEPEST ? [] : fields.filter((field) => isCompositeType(getNamedType(field.type)));
  // Without their fields, facets that the comparison leaves out are not known in the answer.
  const always = leaves.filter(
    ({ name }) => /^(urn|total|count|exists|name|nextScrollId)$/.test(name) || `${named.name}.${name}` === 'FacetMetadata.field',
  );
  const chosen = [...new Set([...always, ...Array.from({ length: 3 }, () => random.of(leaves)).filter((each) => each !== undefined)])];
  const lists = others.filter(({ type: of }) => depth < 2 && isListType(getNullableType(of)));
  const deeper = [
    ...new Set([
      ...(lists.length > 0 ? [random.of(lists)] : []),
      ...Array.from({ length: depth === 0 ? 4 : 2 }, () => random.of(others)).filter((each) => each !== undefined),
    ]),
  ];
  const texts = [...chosen.map(({ name }) => name), ...deeper.map((field) => fieldText(schema, field, values, depth + 1))];
  return ` { ${texts.length === 0 ? '__typename' : texts.join(' ')} }`;
}

/** Gives each field at the top of a selection a name of its own. */
function aliased(name: string, text: string): string {
  let depth = 0;
  return text.trim().replace(/"(?:[^"\\]|\\.)*"|[{}()[\]]|\.\.\. on \w+|\b[A-Za-z_]\w*/g, (part) => {
    if ('{(['.includes(part)) depth++;
    else if ('})]'.includes(part)) depth--;
    else if (depth === 1 && /^[A-Za-z_]/.test(part) && part !== '__typename') return `${name}_${part}: ${part}`;
    return part;
  });
}
