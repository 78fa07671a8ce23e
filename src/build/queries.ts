/**
 * Makes typed documents of the GraphQL queries of the pages, after it has checked them against the schema.
 */
import {
  type DefinitionNode,
  type FragmentDefinitionNode,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isCompositeType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  NoUndefinedVariablesRule,
  NoUnusedFragmentsRule,
  parse,
  type SelectionSetNode,
  specifiedRules,
  typeFromAST,
  validate,
  visit,
} from 'graphql';
import { inputType, leafType } from './arguments.ts';

/** Documents of their own may use fragments that no operation of the file does. */
const RULES = specifiedRules.filter((rule) => rule !== NoUnusedFragmentsRule && rule !== NoUndefinedVariablesRule);
/** Of the fields of a root, only this one is null without an error, which the pages throw. */
const MAY_BE_MISSING = 'entity';

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** The members of an object: type by response key. */
type Members = Map<string, { readonly type: string; readonly optional: boolean }>;

/**
 * TypeScript with a constant for each operation and fragment, and a type for each fragment.
 *
 * @throws Error with all mistakes of the queries
 */
export function queriesOf(schema: GraphQLSchema, source: string): string {
  const document = parse(source);
  const mistakes = validate(schema, document, RULES, { maxErrors: 20 });
  if (mistakes.length > 0) throw new Error(`src/ui/api/queries.graphql: ${mistakes.map(String).join('\n')}`);
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const each of document.definitions) if (each.kind === Kind.FRAGMENT_DEFINITION) fragments.set(each.name.value, each);
  const inputs = { made: new Map<string, string>(), absent: 'null | undefined' };

  const output = (type: GraphQLOutputType, set: SelectionSetNode | undefined): string => {
    if (isNonNullType(type)) return output(type.ofType, set).replace(/ \| null$/, '');
    if (isListType(type)) return `readonly (${output(type.ofType, set)})[] | null`;
    if (isCompositeType(type)) return set ? `${objectOf(type, set)} | null` : 'never';
    return `${leafType(type)} | null`;
  };
  const objectOf = (type: GraphQLOutputType, set: SelectionSetNode): string => {
    const members: Members = new Map();
    const spread = new Set<string>();
    collect(type, set, false, members, spread);
    const own = [...members].map(([key, { type: text, optional }]) => `readonly ${key}${optional ? '?' : ''}: ${text}`);
    return [...(own.length > 0 || spread.size === 0 ? [`{ ${own.join('; ')} }`] : []), ...spread].join(' & ');
  };
  const collect = (of: GraphQLOutputType, set: SelectionSetNode, optional: boolean, members: Members, spread: Set<string>): void => {
    for (const each of set.selections) {
      if (each.kind === Kind.FIELD) {
        const field = isObjectType(of) || isInterfaceType(of) ? of.getFields()[each.name.value] : undefined;
        const isRoot = of === schema.getQueryType() || of === schema.getMutationType();
        if (!field) throw new Error(`${each.name.value} of ${of} is not a plain field`);
        const type = output(field.type, each.selectionSet);
        const always = isRoot && each.name.value !== MAY_BE_MISSING;
        members.set(each.alias?.value ?? each.name.value, { type: always ? type.replace(/ \| null$/, '') : type, optional });
      } else if (each.kind === Kind.FRAGMENT_SPREAD) {
        const name = `${capital(each.name.value)}Fragment`;
        spread.add(optional ? `Partial<${name}>` : name);
      } else {
        const inner = each.typeCondition ? typeFromAST(schema, each.typeCondition) : undefined;
        if (!isObjectType(inner)) throw new Error(`expected the name of an object type in each fragment of ${of}`);
        collect(inner, each.selectionSet, true, members, spread);
      }
    }
  };
  const made = document.definitions.map((each) => {
    if (each.kind === Kind.FRAGMENT_DEFINITION) {
      const { name, typeCondition, selectionSet } = each;
      const type = typeFromAST(schema, typeCondition);
      if (!isCompositeType(type)) throw new Error(`${typeCondition.name.value} is no type with fields`);
      return `export type ${capital(name.value)}Fragment = ${objectOf(type, selectionSet)};\nexport const ${name.value}Fragment: readonly string[] = ${JSON.stringify(withFragments(each, fragments, source))};\n`;
    }
    if (each.kind !== Kind.OPERATION_DEFINITION || !each.name) throw new Error('expected operations with names, and fragments');
    const root = schema.getRootType(each.operation);
    if (!root) throw new Error(`the schema has no ${each.operation}`);
    const variables = (each.variableDefinitions ?? []).map(({ variable, type }) => {
      const of = typeFromAST(schema, type) as GraphQLInputType;
      return `readonly ${variable.name.value}${isNonNullType(of) ? '' : '?'}: ${inputType(of, inputs)}`;
    });
    const name = `${each.name.value}${capital(each.operation)}`;
    return `export const ${name}: Document<${objectOf(root, each.selectionSet)}, { ${variables.join('; ')} }> = ${JSON.stringify(withFragments(each, fragments, source).join('\n'))};\n`;
  });
  return [HEAD, ...inputs.made.values(), ...made].join('\n');
}

/** The text of a definition, and of all fragments that it leads to. */
function withFragments(definition: DefinitionNode, fragments: ReadonlyMap<string, FragmentDefinitionNode>, source: string): string[] {
  const used = new Set<DefinitionNode>([definition]);
  const follow = (part: DefinitionNode): void => {
    visit(part, {
      FragmentSpread: ({ name: { value } }) => {
        const fragment = fragments.get(value);
        if (!fragment || used.has(fragment)) return;
        used.add(fragment);
        follow(fragment);
      },
    });
  };
  follow(definition);
  return [...used].map(({ loc }) => source.slice(loc?.start, loc?.end));
}

const HEAD = `// Made by src/build/queries.ts from src/ui/api/queries.graphql.

/** The text of an operation, with the types of its answer and of its variables. */
export type Document<Answer, Variables> = string & { readonly types?: (variables: Variables) => Answer };
export type AnswerOf<Of> = Of extends Document<infer Answer, never> ? Answer : never;
`;
