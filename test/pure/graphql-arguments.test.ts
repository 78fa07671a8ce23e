/**
 * Each argument of the GraphQL files is read by what resolves its field, or is `@unread`: then who sends it is told. Found in the source: its
 * name is a word of the file with the resolver, or of a file that this one imports. Mutations also copy whole inputs into aspects that have
 * fields of these names.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { type GraphQLArgument, type GraphQLInputField, getNamedType, isInputObjectType, isObjectType } from 'graphql';
import { readFiles } from '../../src/http/graphql/schema/files.ts';
import { sentUnread, unreadOf } from '../../src/http/graphql/schema/unread.ts';
import { makeGraphSchema } from '../../src/http/graphql/schema.ts';
import { loadModel } from '../../src/model/load.ts';

const ROOT = fileURLToPath(new URL('../../src/http/graphql/', import.meta.url));
/** What all resolvers have in common: it reads no argument of a field. */
const SHARED: ReadonlySet<string> = new Set(['operation.ts', 'index.ts'].map((each) => join(ROOT, each)));
const DIRECTIVES = join(ROOT, 'schema/directives.ts');

const model = loadModel('svc', undefined);
const schema = makeGraphSchema(model, '1');
const OF_ASPECTS = wordsOf(JSON.stringify([...model.schemas.values()]));

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.match(/\w+/g));
}

interface Source {
  readonly words: ReadonlySet<string>;
  readonly imports: readonly string[];
}

const SOURCES: ReadonlyMap<string, Source> = new Map(
  readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => {
      const path = join(ROOT, name);
      const code = readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
      const imports = [...code.matchAll(/import\s+(?!type\b)[^;]*?from '(\.[^']+)'/g)].map(([, from = '']) => join(dirname(path), from));
      return [path, { words: wordsOf(code), imports }];
    }),
);
const ROWS = [...SOURCES].filter(([, { words }]) => words.has('Resolvers')).map(([path]) => path);

/** The files that a field may be resolved in, with what they import. */
function homesOf(field: string, hasDirective: boolean): readonly Source[] {
  const found = new Set<string>();
  const take = (path: string): void => {
    if (found.has(path) || SHARED.has(path)) return;
    found.add(path);
    SOURCES.get(path)?.imports.forEach(take);
  };
  for (const path of hasDirective ? [DIRECTIVES] : ROWS) if (hasDirective || SOURCES.get(path)?.words.has(field)) take(path);
  return [...found].flatMap((path) => SOURCES.get(path) ?? []);
}

type Argument = GraphQLArgument | GraphQLInputField;

/** The paths of arguments that nothing reads. */
function unreadIn(args: readonly Argument[], isRead: (name: string) => boolean, around: readonly object[] = []): string[] {
  return args.flatMap((each) => {
    const type = getNamedType(each.type);
    if (each.astNode?.directives?.some(({ name }) => name.value === 'unread')) return [];
    const below = isInputObjectType(type) && !around.includes(type) ? unreadIn(Object.values(type.getFields()), isRead, [...around, type]) : [];
    return [...(isRead(each.name) ? [] : [each.name]), ...below.map((path) => `${each.name}.${path}`)];
  });
}

function keyOf(field: string, args: readonly string[]): string {
  return `${field}(${args.join(', ')})`;
}

describe('The arguments of GraphQL', () => {
  it('are read, or marked as without effect', () => {
    const declared = new Set(
      readFiles().flatMap((each) =>
        'fields' in each
          ? (each.fields ?? []).flatMap((field) =>
              'arguments' in field && field.arguments?.length
                ? [
                    keyOf(
                      field.name.value,
                      field.arguments.map(({ name }) => name.value),
                    ),
                  ]
                : [],
            )
          : [],
      ),
    );
    const forgotten: string[] = [];
    let checked = 0;
    for (const type of Object.values(schema.getTypeMap()).filter(isObjectType))
      for (const field of Object.values(type.getFields())) {
        const directive = field.astNode?.directives?.find(({ name }) => name.value !== 'deprecated');
        if (
          !declared.has(
            keyOf(
              field.name,
              field.args.map(({ name }) => name),
            ),
          ) ||
          directive?.name.value === 'none'
        )
          continue;
        const homes = homesOf(field.name, directive !== undefined);
        const own = wordsOf(JSON.stringify(directive ?? {}));
        const writes = type === schema.getMutationType() || field.name === 'dryRunPolicy';
        const isRead = (name: string) => own.has(name) || homes.some(({ words }) => words.has(name)) || (writes && OF_ASPECTS.has(name));
        forgotten.push(...unreadIn(field.args, isRead).map((path) => `${type.name}.${field.name}: ${path}`));
        checked++;
      }
    expect(forgotten).to.deep.equal([]);
    expect(checked).to.be.greaterThan(200);
  });

  it('without effect are named to who sends them, unless they ask for nothing', () => {
    const unread = unreadOf(schema.getQueryType()?.getFields().searchAcrossEntities?.args ?? []);
    const searchFlags = { skipCache: true, skipAggregates: true, includeRestricted: false, fetchExtraFields: [], getSuggestions: true };
    expect(sentUnread(unread, { input: { query: '*', searchFlags } })).to.deep.equal(['input.searchFlags.getSuggestions']);
    expect(sentUnread(unread, { input: { query: '*' } })).to.deep.equal([]);
  });
});
