/**
 * Mutations that make, change and delete entities. What each writes is a function from what the client has sent to the values of aspects.
 */
import { randomUUID } from 'node:crypto';
import { type GraphQLResolveInfo, getNamedType } from 'graphql';
import type { RawProposal } from '../../../../catalog/index.ts';
import { noSuchEntity, wrongEntityType } from '../../../../errors.ts';
import { valueOf } from '../../../../model/json.ts';
import { urnFrom, urnsFrom } from '../../../../model/named.ts';
import { pointerPart } from '../../../../model/pointer.ts';
import type { Model } from '../../../../model/types.ts';
import type { Urn } from '../../../../model/urn.ts';
import { type GraphContext, type Resolve, refOf, stampOf, urnOfType, writeAll } from '../../operation.ts';
import { namedUrns } from '../edits/resources.ts';
import { type InputObject, present, type Values } from './sent.ts';

/** Who writes, and when. */
export interface By {
  readonly model: Model;
  readonly actor: string;
  readonly stamp: ReturnType<typeof stampOf>;
  /** Gives back a URN or a list of them; each must be of one of these types, and exist. */
  readonly existing: (urns: InputObject[string], ...types: string[]) => InputObject[string];
}

/** The values of aspects; those that are undefined are not written. The fields of `input` stand beside the other arguments. */
export type Make = (sent: InputObject, by: By) => Readonly<Record<string, Values | undefined>>;

/** @throws Refusal notFound for an entity that is named and does not exist */
async function valuesOf(context: GraphContext, make: Make, sent: InputObject, urn: Urn): Promise<[string, Values][]> {
  const named: { readonly texts: string[]; readonly types: string[]; readonly place: string }[] = [];
  const existing: By['existing'] = (urns, ...types) => {
    const field = Object.keys(sent).find((name) => sent[name] === urns) ?? 'urn';
    named.push({ texts: [urns as unknown].flat().filter((each) => typeof each === 'string'), types, place: placeIn(sent, field) });
    return urns;
  };
  const made = make(sent, { model: context.catalog.model, actor: context.actor, stamp: stampOf(context.actor), existing });
  for (const { texts, types, place } of named) await namedUrns(context, texts, types, place);
  return Object.entries(made).flatMap(([name, value]) => (value && urn.type.aspects.has(name) ? [[name, present(value)]] : []));
}

/** What a mutation answers: true, the URN, or the entity. */
function answer({ returnType }: GraphQLResolveInfo, urn: Urn): unknown {
  const { name } = getNamedType(returnType);
  return name === 'Boolean' ? true : name === 'String' ? urn.text : refOf(urn);
}

function sentIn({ input, ...rest }: InputObject): InputObject {
  return { ...input, input, ...rest };
}

/** Makes an entity; its id is that of the input, else a random one. An UPSERT also takes one that exists. */
export function create(type: string, make: Make, changeType: 'CREATE_ENTITY' | 'UPSERT' = 'CREATE_ENTITY'): Resolve<InputObject> {
  return async (_, asked, context, info) => {
    const { model } = context.catalog;
    const sent = sentIn(asked);
    const text = String(sent.urn ?? `${model.names.urnPrefix}${type}:${sent.id ?? randomUUID()}`);
    const urn = urnOfType(model, text, type, placeIn(asked, sent.urn === undefined ? 'id' : 'urn'));
    const values = await valuesOf(context, make, sent, urn);
    const proposals = values.map(([aspectName, value]): RawProposal => ({ entityUrn: urn.text, aspectName, changeType, value: valueOf(value) }));
    await writeAll(context, proposals);
    return answer(info, urn);
  };
}

interface Which {
  /** Their types; without them any. */
  readonly of?: string | readonly string[];
  /** The argument or field of the input that names the entities. */
  readonly urns?: string;
  /** The id of the only entity of the type. */
  readonly id?: string;
  /** A field that is removed if the input lacks it. */
  readonly clear?: string;
}

/** Sets fields of aspects of entities; what the input does not have stays, except the field to clear. */
export function change({ of = [], urns: from = 'urn', id, clear }: Which, make: Make): Resolve<InputObject> {
  const types = [of].flat();
  return async (_, asked, context, info) => {
    const { model } = context.catalog;
    const sent = sentIn(asked);
    const texts = id === undefined ? [sent[from]].flat() : [`${model.names.urnPrefix}${types[0]}:${id}`];
    const place = placeIn(asked, from);
    const urns = Array.isArray(sent[from]) ? urnsFrom(model, texts.map(String), place) : texts.map((each) => urnFrom(model, String(each), place));
    await mustBe(context, urns, types, id === undefined, place);
    const proposals: RawProposal[] = [];
    for (const urn of urns)
      for (const [aspectName, value] of await valuesOf(context, make, sent, urn)) {
        const patch: object[] = Object.entries(value).map(([field, each]) => ({ op: 'add', path: `/${pointerPart(field)}`, value: each }));
        const clears = clear !== undefined && value[clear] === undefined;
        if (clears && (await context.loaders.value(urn, aspectName))?.[clear] !== undefined)
          patch.push({ op: 'remove', path: `/${pointerPart(clear)}` });
        const only = id === undefined && { onlyWith: urn.text };
        if (patch.length > 0) proposals.push({ entityUrn: urn.text, aspectName, changeType: 'PATCH', value: valueOf({ patch }), ...only });
      }
    if (proposals.length > 0) await writeAll(context, proposals);
    const [first] = urns;
    return first ? answer(info, first) : true;
  };
}

/** The place of an argument, or of a field of the input. */
function placeIn({ input }: InputObject, name: string): string {
  return input && name in input ? `/input/${name}` : `/${name}`;
}

/** @throws Refusal malformed for another type; notFound for an entity that does not exist */
async function mustBe({ loaders }: GraphContext, urns: readonly Urn[], types: readonly string[], stored: boolean, place: string): Promise<void> {
  const other = urns.find(({ type }) => types.length > 0 && !types.includes(type.name));
  if (other) throw wrongEntityType(other.text, other.type.name, types.join(', '), urns.length > 1 ? `${place}/${urns.indexOf(other)}` : place);
  const there = stored ? await Promise.all(urns.map((urn) => loaders.exists(urn))) : [];
  const missing = urns.find((_, at) => there[at] === false);
  if (missing) throw noSuchEntity(missing.text);
}

/** Deletes an entity for good. False, or null, if there is none. */
export function erase(...types: string[]): Resolve<InputObject> {
  return async (_, asked, context, info) => {
    const place = placeIn(asked, 'urn');
    const urn = urnFrom(context.catalog.model, String(sentIn(asked).urn), place);
    await mustBe(context, [urn], types, false, place);
    const answered = answer(info, urn);
    if (!(await context.loaders.exists(urn))) return answered === true ? false : null;
    await writeAll(context, [{ entityUrn: urn.text, aspectName: urn.type.key.name, changeType: 'DELETE' }]);
    return answered;
  };
}
