/**
 * `POST` and `PATCH …/entity/{entityName}`: many entities in one transaction (docs/semantics.md 13.5, 13.6). One bad item refuses all, unless
 * the request says `async=true`; a URN may come several times.
 */

import type { Catalog, ChangeType, RawProposal, WriteResult } from '../../catalog/index.ts';
import { badBody, missingUrn, noAspectSent, Refusal, tooMany } from '../../errors.ts';
import type { Value } from '../../model/json.ts';
import { aspectNamed, ofType, urnFrom } from '../../model/named.ts';
import { isRecord } from '../../model/path.ts';
import type { EntityTypeSpec, Model } from '../../model/types.ts';
import type { Urn } from '../../model/urn.ts';
import { mapInSlices } from '../../slices.ts';
import { objectText, sendJson } from '../answer/send.ts';
import { warn } from '../answer/warn.ts';
import { warnOfWrite } from '../answer/warn-of-write.ts';
import { MOST_ITEMS } from '../request/params.ts';
import { flagParam } from '../request/query.ts';
import { writer } from '../request/writer.ts';
import type { Context } from '../types.ts';
import { readJsonBody, refuseNoList } from './body.ts';
import { type EntityAnswer, entitiesText, sentAspects } from './envelope.ts';
import { itemsInSlices, membersInSlices } from './json-parts.ts';
import { changeTypeOf, proposalOf } from './proposals.ts';
import { type ApiVersion, typeNamed, typeOf, versionOf } from './target.ts';
import { nameTrace } from './trace.ts';
import { patchedAspect, writtenAspect } from './write-aspect.ts';

/** Refusals that a warning names. */
const MOST_NAMED = 5;

interface EntityProposals {
  readonly urn: Urn;
  readonly proposals: readonly RawProposal[];
}

export async function writeBatch(context: Context, catalog: Catalog): Promise<void> {
  return writeAll(context, catalog, changeTypeOf(context));
}
export async function patchBatch(context: Context, catalog: Catalog): Promise<void> {
  return writeAll(context, catalog, 'PATCH');
}

async function writeAll(context: Context, catalog: Catalog, changeType: ChangeType): Promise<void> {
  const { model } = catalog;
  const version = versionOf(context);
  const type = typeOf(context, model);
  const body = await readJsonBody(context);
  // The cross-type form: a list of entities for each entity type.
  if (!type && isRecord(body.json)) {
    const lists: (readonly [string, EntityProposals[]])[] = [];
    for (const [name, list] of await membersInSlices(body))
      lists.push([name, await itemsIn(model, version, typeNamed(model, name), list, changeType, `/${name}`)]);
    const all = lists.flatMap(([, items]) => items);
    const written = await write(context, catalog, all, changeType);
    const ends = lists.map((_, index) => lists.slice(0, index + 1).reduce((sum, [, { length }]) => sum + length, 0));
    const texts: [string, string][] = [];
    for (const [index, [name, { length }]] of lists.entries())
      texts.push([name, await entitiesText(version, shown(written.slice((ends[index] ?? 0) - length, ends[index])))]);
    sendBatch(context, objectText(texts));
    return;
  }
  refuseNoList(body, 'entities', MOST_ITEMS);
  const written = await write(context, catalog, await itemsIn(model, version, type, body, changeType, ''), changeType);
  sendBatch(context, await entitiesText(version, shown(written)));
}

function shown(answers: readonly (EntityAnswer | undefined)[]): EntityAnswer[] {
  return answers.filter((each) => each !== undefined);
}

async function itemsIn(
  model: Model,
  version: ApiVersion,
  type: EntityTypeSpec | undefined,
  list: Value,
  changeType: ChangeType,
  pointer: string,
): Promise<EntityProposals[]> {
  if (!Array.isArray(list.json)) throw badBody(pointer, 'a list of entities');
  if (list.json.length > MOST_ITEMS) throw tooMany(pointer, `${MOST_ITEMS} entities`, list.json.length);
  return mapInSlices(await itemsInSlices(list), (item, index) => {
    const at = `${pointer}/${index}`;
    const urn = urnOf(model, type, item, at);
    const sent = sentAspects(version, item, at, changeType === 'PATCH');
    if (sent.length === 0) throw noAspectSent(at);
    const proposals = sent.map(([name, aspect]) => proposalOf(urn, aspectNamed(urn.type, name, `${at}/${name}`).name, changeType, aspect));
    return { urn, proposals };
  });
}

function urnOf(model: Model, type: EntityTypeSpec | undefined, item: Value, pointer: string): Urn {
  const text = isRecord(item.json) ? item.json.urn : undefined;
  if (typeof text !== 'string' || text === '') throw missingUrn(pointer, text);
  return ofType(type, urnFrom(model, text, `${pointer}/urn`), `${pointer}/urn`);
}

/**
 * Accepted entities, or with `async=false` the written ones, what the server added to them included. Undefined for an entity of which all is
 * refused.
 */
async function write(
  context: Context,
  catalog: Catalog,
  items: readonly EntityProposals[],
  changeType: ChangeType,
): Promise<(EntityAnswer | undefined)[]> {
  const withMetadata = flagParam(context, 'systemMetadata', false);
  const asynchronous = isAsync(context);
  const text = changeType === 'PATCH' ? patchedAspect(catalog.model) : writtenAspect;
  const { items: outcomes, ...notes } = await writeAllOrValid(
    context,
    catalog,
    items.flatMap(({ proposals }) => proposals),
  );
  warnOfWrite(context, catalog, notes);
  let next = 0;
  return mapInSlices(items, ({ urn, proposals }) => {
    const own = proposals.map(() => outcomes[next++]);
    if (own.every((outcome) => outcome && 'refusal' in outcome)) return undefined;
    const mine = own.flatMap((outcome) => (outcome && 'written' in outcome ? outcome.written.filter(({ added }) => !asynchronous || !added) : []));
    return { urn: urn.text, aspects: [...new Map(mine.map((written) => text(written, withMetadata)))] };
  });
}

/**
 * Writes all or nothing; with `async=true` in the request, what is valid, and a warning names the rest.
 *
 * @throws Refusal if nothing is valid
 */
async function writeAllOrValid(context: Context, catalog: Catalog, proposals: readonly RawProposal[]): Promise<WriteResult> {
  const request = { proposals, ...writer(context, catalog) };
  try {
    return await catalog.write({ ...request, together: true });
  } catch (error) {
    if (!(error instanceof Refusal) || proposals.length < 2 || !flagParam(context, 'async', false)) throw error;
    const result = await catalog.write({ ...request, together: false });
    const refusals = result.items.flatMap((item) => ('refusal' in item ? [item.refusal] : []));
    if (refusals.length === proposals.length) throw error;
    const messages = refusals.slice(0, MOST_NAMED).map(({ message }) => message.replaceAll('\n', ' '));
    const more = refusals.length > MOST_NAMED ? ` and ${refusals.length - MOST_NAMED} more: ingestProposalBatch with perItem names each` : '';
    if (refusals.length > 0)
      warn(context, catalog.model.names, `${refusals.length} of ${proposals.length} aspects were refused: ${messages.join('; ')}${more}`);
    return result;
  }
}

function isAsync(context: Context): boolean {
  return flagParam(context, 'async', true);
}

function sendBatch(context: Context, text: string): void {
  nameTrace(context);
  sendJson(context, text, isAsync(context) ? 202 : 200);
}
