/**
 * GraphQL queries made from the schema: all fields without required arguments of what is closed, some levels deep.
 */
import { expect } from 'chai';
import type { ClosedSubject } from './closed-fields.ts';

export type Headers = Record<string, string>;
type Send = (json: unknown) => Promise<{ readonly status: number; readonly text: string; readonly body: unknown }>;

interface TypeOf {
  readonly kind: string;
  readonly name: string | null;
  readonly ofType?: TypeOf | null;
}
interface Field {
  readonly name: string;
  readonly args: readonly { readonly type: TypeOf; readonly defaultValue: string | null }[];
  readonly type: TypeOf;
}
interface Schema {
  readonly types: readonly {
    readonly kind: string;
    readonly name: string;
    readonly fields: readonly Field[] | null;
    readonly possibleTypes?: readonly { name: string }[] | null;
  }[];
}

const DEEP = 3;
/** How many fields of an entity one query asks for: all of them cost too much. */
const AT_ONCE = 12;
const TYPE = 'kind name ofType { kind name ofType { kind name ofType { kind name } } }';
const SCHEMA = `{ __schema { types { kind name possibleTypes { name } fields { name args { defaultValue type { kind } } type { ${TYPE} } } } } }`;

/** What each of these entities answers. */
export async function askGraph(send: Send, subjects: readonly ClosedSubject[]): Promise<{ door: string; text: string; status: number }[]> {
  const { body, text } = await send({ query: SCHEMA });
  const { types } = (body as { data?: { __schema: Schema } }).data?.__schema ?? { types: [] };
  expect(types, text.slice(0, 500)).to.not.deep.equal([]);
  const of = new Map(types.map((each) => [each.name, each]));
  const named = ({ name, ofType }: TypeOf): string => name ?? (ofType ? named(ofType) : '');
  const selection = (type: string, deep: number): string => {
    const fields = (of.get(type)?.fields ?? []).flatMap(({ name, args, type: result }): string[] => {
      if (args.some((each) => each.type.kind === 'NON_NULL' && each.defaultValue === null)) return [];
      const { kind = '', fields: inner } = of.get(named(result)) ?? {};
      if (!inner) return kind === 'UNION' ? [] : [`${name}`];
      // Other entities are asked for by themselves.
      if (deep === 0 || kind === 'INTERFACE' || inner.some((each) => each.name === 'urn')) return [];
      const below = selection(named(result), deep - 1);
      return below === '' ? [] : [`${name} { ${below} }`];
    });
    return fields.join(' ');
  };
  const answers = [];
  for (const urn of new Set(subjects.map((each) => each.urn))) {
    const found = await send({ query: 'query ($urn: String!) { entity(urn: $urn) { __typename } }', variables: { urn } });
    const type = (found.body as { data?: { entity?: { __typename: string } } }).data?.entity?.__typename;
    answers.push({ door: `GraphQL type of ${urn}`, ...found });
    if (type === undefined) continue;
    const all = (of.get(type)?.fields ?? []).map(selectionOf).filter((each) => each !== '');
    for (let at = 0; at < all.length; at += AT_ONCE) {
      const some = all.slice(at, at + AT_ONCE).join(' ');
      const query = `query ($urn: String!) { entity(urn: $urn) { ... on ${type} { ${some} } } }`;
      answers.push({ door: `GraphQL ${some} of ${urn}`, ...(await send({ query, variables: { urn } })) });
    }
  }
  return answers;

  function selectionOf({ name, args, type }: Field): string {
    if (args.some((each) => each.type.kind === 'NON_NULL' && each.defaultValue === null)) return '';
    const inner = of.get(named(type));
    if (!inner?.fields) return inner?.kind === 'UNION' ? '' : name;
    const below = inner.fields.some((each) => each.name === 'urn') ? 'urn' : selection(inner.name, DEEP);
    return below === '' ? '' : `${name} { ${below} }`;
  }
}
