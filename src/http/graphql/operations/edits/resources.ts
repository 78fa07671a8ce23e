/**
 * What the mutations on many entities at once have in common: which entities and columns, and one write for all of them.
 */
import { type EditTarget, findColumns, type RawProposal } from '../../../../catalog/index.ts';
import { noSuchEntities, tooMany } from '../../../../errors.ts';
import { urnFrom } from '../../../../model/named.ts';
import type { Urn } from '../../../../model/urn.ts';
import { type GraphContext, urnOfType, writeAll } from '../../operation.ts';

/** An entity, or a column of it, as a client names it. */
export interface ResourceInput {
  readonly resourceUrn: string;
  readonly subResource?: string | null;
}

const MOST = 1_000;
const NONE: readonly (ResourceInput | null)[] = [];

/**
 * @param inputs a text is the URN of an entity
 * @throws Refusal malformed; notFound for an entity that does not exist; invalid for a column that its schema does not have
 */
export async function resourcesOf(context: GraphContext, inputs: readonly (ResourceInput | string | null)[] = NONE): Promise<readonly EditTarget[]> {
  const { catalog, loaders } = context;
  if (inputs.length > MOST) throw tooMany('/input/resources', `${MOST} resources`, inputs.length);
  const given = inputs.map((input) => (typeof input === 'string' ? { resourceUrn: input } : input)).filter((input) => input !== null);
  const found = given.map(({ resourceUrn, subResource }: ResourceInput) => ({
    urn: urnFrom(catalog.model, resourceUrn, '/input/resourceUrn'),
    column: subResource || undefined,
  }));
  await checkExist(
    loaders,
    found.map(({ urn }) => urn),
  );
  return columnsAt(context, found, '/input/subResource');
}

/** @throws Refusal notFound, with all that do not exist */
export async function checkExist(loaders: GraphContext['loaders'], urns: readonly Urn[]): Promise<void> {
  const there = await Promise.all(urns.map((urn) => loaders.exists(urn)));
  const missing = urns.filter((_, at) => !there[at]);
  if (missing.length > 0) throw noSuchEntities(missing.map(({ text }) => text));
}

/** The columns that a client names. @throws Refusal invalid for one that the schema does not have */
export async function columnsAt({ catalog, warn }: GraphContext, named: readonly EditTarget[], pointer: string): Promise<readonly EditTarget[]> {
  const { targets, unchecked } = await findColumns(catalog, named, pointer);
  for (const { urn, column } of unchecked) warn(`The catalog knows no schema of ${urn.text}: the column ${column} is taken as it was sent.`);
  return targets;
}

/**
 * The canonical URNs of a type.
 *
 * @param place the argument that has the text or the list, as a JSON pointer
 * @throws Refusal malformed; notFound for one that does not exist
 */
export async function namedUrns(
  { catalog, loaders }: GraphContext,
  texts: readonly string[],
  types: readonly string[],
  place: string,
): Promise<string[]> {
  const urns = texts.map((text, at) => {
    const pointer = texts.length > 1 ? `${place}/${at}` : place;
    const urn = urnFrom(catalog.model, text, pointer);
    return types.includes(urn.type.name) ? urn : urnOfType(catalog.model, text, types[0] ?? '', pointer);
  });
  await checkExist(loaders, urns);
  return urns.map(({ text }) => text);
}

/** Writes all edits or none. */
export async function edit(context: GraphContext, edits: readonly RawProposal[]): Promise<true> {
  if (edits.length > 0) await writeAll(context, edits);
  return true;
}

/** Writes an edit for each item, all or none. */
export function editEach<Item>(context: GraphContext, items: readonly Item[], make: (item: Item) => RawProposal): Promise<true> {
  return edit(context, items.map(make));
}
