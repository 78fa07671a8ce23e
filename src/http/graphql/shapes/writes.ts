/**
 * The rules of mutations in openapi/graphql: `@create`, `@change`, `@erase`, `@refuse`.
 */
import { randomUUID } from 'node:crypto';
import { getNamedType } from 'graphql';
import type { RawProposal } from '../../../catalog/index.ts';
import { noSuchEntity, notOffered, wrongEntityType } from '../../../errors.ts';
import { valueOf } from '../../../model/json.ts';
import { urnFrom } from '../../../model/named.ts';
import { isRecord } from '../../../model/path.ts';
import { pointerPart } from '../../../model/pointer.ts';
import type { Urn } from '../../../model/urn.ts';
import { type GraphContext, type Resolve, refOf, writeAll } from '../operation.ts';
import { namedUrns } from '../operations/edits/resources.ts';
import { type RuleParts, texts } from './rule-parts.ts';
import { fill, type Scope } from './template.ts';

type MakeWrite = (parts: RuleParts) => Resolve<never>;
type Args = Scope & { readonly input?: Scope | null; readonly deleteReferences?: boolean | null };
type Show = (urns: readonly Urn[]) => unknown;

/** The arguments, and the fields of `input`. */
function scopeOf(args: Args): Scope {
  return { ...(isRecord(args.input) ? args.input : {}), ...args };
}

/** What a mutation answers: true, the URN, or the entity. */
function mutationAnswer({ field }: RuleParts): Show {
  const { name } = getNamedType(field.type);
  if (name === 'Boolean') return () => true;
  return name === 'String' ? ([urn]) => urn?.text ?? null : ([urn]) => (urn ? refOf(urn) : null);
}

interface Aspects {
  readonly [name: string]: unknown;
}

/** Values of the aspects that the input has something of, or of all. @throws Refusal notFound for an entity in it that does not exist */
async function valuesOf(
  context: GraphContext,
  aspects: Aspects,
  scope: Scope,
  urn: Urn,
  always = false,
): Promise<[string, Record<string, unknown>][]> {
  const filled = Object.entries(aspects)
    .filter(([name]) => urn.type.aspects.has(name))
    .map(([name, template]) => [name, fill(context.catalog.model, template, scope, context.actor)] as const);
  for (const { text, types } of filled.flatMap(([, { named }]) => named)) await namedUrns(context, [text], types);
  return filled.flatMap(([name, { value }]): [string, Record<string, unknown>][] => (isRecord(value) ? [[name, value]] : always ? [[name, {}]] : []));
}

/** Makes an entity; its id is that of the input, else a random one. With `upsert` the entity may be there already. */
const create: MakeWrite = (parts) => {
  const { args } = parts;
  const [type = ''] = texts(args.of);
  const aspects = isRecord(args.aspects) ? args.aspects : {};
  const show = mutationAnswer(parts);
  const resolve: Resolve<Args> = async (_, asked, context) => {
    const { model } = context.catalog;
    const scope = scopeOf(asked);
    const id = fill(model, args.id ?? '$id', scope, context.actor).value ?? randomUUID();
    const urn = typeof scope.urn === 'string' ? urnFrom(model, scope.urn) : urnFrom(model, `${model.names.urnPrefix}${type}:${id}`);
    if (urn.type.name !== type) throw wrongEntityType(urn.text, urn.type.name, type);
    const values = await valuesOf(context, aspects, scope, urn);
    const changeType = args.upsert === true ? 'UPSERT' : 'CREATE_ENTITY';
    await writeAll(
      context,
      values.map(([aspectName, value]): RawProposal => ({ entityUrn: urn.text, aspectName, changeType, value: valueOf(value) })),
    );
    return show([urn]);
  };
  return resolve as Resolve<never>;
};

/** Sets fields of aspects of entities; what the input does not have stays, except the fields to clear. */
const change: MakeWrite = (parts) => {
  const { args } = parts;
  const types = texts(args.of);
  const aspects = isRecord(args.aspects) ? args.aspects : {};
  const clear = texts(args.clear);
  const show = mutationAnswer(parts);
  const resolve: Resolve<Args> = async (_, asked, context) => {
    const { model } = context.catalog;
    const scope = scopeOf(asked);
    const own =
      args.id === undefined ? fill(model, args.urn ?? '$urn', scope, context.actor).value : `${model.names.urnPrefix}${types[0]}:${args.id}`;
    const urns = [own].flat().map((each) => urnFrom(model, String(each)));
    const stored = args.id === undefined && args.urn !== '$actor';
    await mustBe(context, urns, types, stored);
    const proposals: RawProposal[] = [];
    for (const urn of urns)
      for (const [aspectName, value] of await valuesOf(context, aspects, scope, urn, clear.length > 0)) {
        const before = clear.length === 0 ? {} : ((await context.loaders.value(urn, aspectName)) ?? {});
        const gone = clear.filter((field) => value[field] === undefined && before[field] !== undefined);
        const patch = [
          ...Object.entries(value).map(([field, each]) => ({ op: 'add', path: `/${pointerPart(field)}`, value: each })),
          ...gone.map((field) => ({ op: 'remove', path: `/${pointerPart(field)}` })),
        ];
        const only = stored && { onlyWith: urn.text };
        if (patch.length > 0) proposals.push({ entityUrn: urn.text, aspectName, changeType: 'PATCH', value: valueOf({ patch }), ...only });
      }
    if (proposals.length > 0) await writeAll(context, proposals);
    return show(urns);
  };
  return resolve as Resolve<never>;
};

/** @throws Refusal malformed for another type; notFound for an entity that does not exist */
async function mustBe({ loaders }: GraphContext, urns: readonly Urn[], types: readonly string[], stored: boolean): Promise<void> {
  const other = urns.find(({ type }) => types.length > 0 && !types.includes(type.name));
  if (other) throw wrongEntityType(other.text, other.type.name, types.join(', '));
  const there = stored ? await Promise.all(urns.map((urn) => loaders.exists(urn))) : [];
  const missing = urns.find((_, at) => there[at] === false);
  if (missing) throw noSuchEntity(missing.text);
}

/** Deletes an entity for good. False, or null, if there is none. */
const erase: MakeWrite = (parts) => {
  const types = texts(parts.args.of);
  const show = mutationAnswer(parts);
  const resolve: Resolve<Args> = async (_, asked, context) => {
    const urn = urnFrom(context.catalog.model, String(scopeOf(asked).urn));
    await mustBe(context, [urn], types, false);
    if (!(await context.loaders.exists(urn))) return show([]) === true ? false : null;
    await writeAll(context, [{ entityUrn: urn.text, aspectName: urn.type.key.name, changeType: 'DELETE' }]);
    if (asked.deleteReferences === true) await context.catalog.deleteReferences(urn, context.actor);
    return show([urn]);
  };
  return resolve as Resolve<never>;
};

/** What Cairn does not do, and why. */
const refuse: MakeWrite =
  ({ field, args }) =>
  () => {
    throw notOffered(field.name, String(args.because));
  };

export const WRITES = { create, change, erase, refuse } as const;
