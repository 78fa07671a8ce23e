/**
 * `POST` and `PATCH …/entity/{entityName}`: many entities in one transaction (docs/semantics.md 13.5, 13.6). One bad item refuses all, unless
 * the request says `async=true`: what is refused is then kept by its run. A URN may come several times.
 */
import { type Catalog, type ChangeType, type RawProposal, readItem, type SentItem } from '../../catalog/index.ts';
import { badBody, missingUrn, noAspectSent, Refusal, tooMany } from '../../errors.ts';
import type { Value } from '../../model/json.ts';
import { aspectNamed, ofType, urnFrom } from '../../model/named.ts';
import { isRecord } from '../../model/path.ts';
import type { EntityTypeSpec, Model } from '../../model/types.ts';
import type { Urn } from '../../model/urn.ts';
import { mapInSlices } from '../../slices.ts';
import { objectText, sendJson } from '../answer/send.ts';
import { MOST_ITEMS } from '../request/params.ts';
import { flagParam } from '../request/query.ts';
import { runIn, textIn, writeAll as writeItems } from '../request/write-items.ts';
import type { Context } from '../types.ts';
import { readJsonBody, refuseNoList } from './body.ts';
import { type EntityAnswer, entitiesText, sentAspects } from './envelope.ts';
import { itemsInSlices, membersInSlices } from './json-parts.ts';
import { changeTypeOf, proposalOf } from './proposals.ts';
import { type ApiVersion, typeNamed, typeOf, versionOf } from './target.ts';
import { nameTrace } from './trace.ts';
import { patchedAspect, writtenAspect } from './write-aspect.ts';

interface EntityProposals {
  /** Undefined if it cannot be read. */
  readonly urn: Urn | undefined;
  /** An item for each aspect. */
  readonly sent: readonly SentItem[];
}

/** How the items of a batch are read. */
interface BatchReading {
  readonly model: Model;
  readonly version: ApiVersion;
  readonly changeType: ChangeType;
  /** Does an item that cannot be read leave the others? */
  readonly apart: boolean;
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
  const reading: BatchReading = { model, version, changeType, apart: writesWhatIsValid(context) };
  const type = typeOf(context, model);
  const body = await readJsonBody(context);
  // The cross-type form: a list of entities for each entity type.
  if (!type && isRecord(body.json)) {
    const lists: (readonly [string, EntityProposals[]])[] = [];
    for (const [name, list] of await membersInSlices(body)) lists.push([name, await itemsIn(reading, typeNamed(model, name), list, `/${name}`)]);
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
  const written = await write(context, catalog, await itemsIn(reading, type, body, ''), changeType);
  sendBatch(context, await entitiesText(version, shown(written)));
}

function shown(answers: readonly (EntityAnswer | undefined)[]): EntityAnswer[] {
  return answers.filter((each) => each !== undefined);
}

async function itemsIn(reading: BatchReading, type: EntityTypeSpec | undefined, list: Value, pointer: string): Promise<EntityProposals[]> {
  if (!Array.isArray(list.json)) throw badBody(pointer, 'a list of entities');
  if (list.json.length > MOST_ITEMS) throw tooMany(pointer, `${MOST_ITEMS} entities`, list.json.length);
  return mapInSlices(await itemsInSlices(list), (item, index) => {
    try {
      return itemIn(reading, type, item, `${pointer}/${index}`);
    } catch (error) {
      if (!reading.apart || !(error instanceof Refusal)) throw error;
      return { urn: undefined, sent: [{ refusal: error, urn: textIn(item.json, 'urn'), ...unreadOf(item.json) }] };
    }
  });
}

function itemIn({ model, version, changeType, apart }: BatchReading, type: EntityTypeSpec | undefined, item: Value, at: string): EntityProposals {
  const urn = urnOf(model, type, item, at);
  const aspects = sentAspects(version, item, at, changeType === 'PATCH');
  if (aspects.length === 0) throw noAspectSent(at);
  const sent = aspects.map(([name, read]) => {
    const proposal = (): RawProposal => proposalOf(urn, aspectNamed(urn.type, name, `${at}/${name}`).name, changeType, read());
    return apart ? readItem(proposal, { urn: urn.text, aspect: name, run: runOfAspect(item.json, name) }) : proposal();
  });
  return { urn, sent };
}

/** What is known of an item that cannot be read: its aspect, if it has only one, and the run of the first that names one. */
function unreadOf(json: unknown): { aspect?: string; run?: string | undefined } {
  const names = Object.keys(aspectsOf(json));
  const [aspect, ...more] = names;
  const run = names.map((name) => runOfAspect(json, name)).find((each) => each !== undefined);
  return { ...(aspect !== undefined && more.length === 0 && { aspect }), run };
}

function runOfAspect(json: unknown, name: string): string | undefined {
  const aspect = aspectsOf(json)[name];
  return isRecord(aspect) ? runIn(aspect.systemMetadata) : undefined;
}

/** v2 has the aspects of an item below `aspects`. */
function aspectsOf(json: unknown): Record<string, unknown> {
  if (!isRecord(json)) return {};
  const { urn: _, ...aspects } = json;
  return isRecord(json.aspects) ? json.aspects : aspects;
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
  const { items: outcomes } = await writeItems(
    context,
    catalog,
    items.flatMap(({ sent }) => sent),
    { asynchronous: writesWhatIsValid(context) },
  );
  let next = 0;
  return mapInSlices(items, ({ urn, sent }) => {
    const own = sent.map(() => outcomes[next++]);
    if (!urn || own.every((outcome) => outcome && 'refusal' in outcome)) return undefined;
    const mine = own.flatMap((outcome) => (outcome && 'written' in outcome ? outcome.written.filter(({ added }) => !asynchronous || !added) : []));
    return { urn: urn.text, aspects: [...new Map(mine.map((written) => text(written, withMetadata)))] };
  });
}

/** Only if the request says so: a client that does not mention it has not said that it can do without an item. */
function writesWhatIsValid(context: Context): boolean {
  return flagParam(context, 'async', false);
}

function isAsync(context: Context): boolean {
  return flagParam(context, 'async', true);
}

function sendBatch(context: Context, text: string): void {
  nameTrace(context);
  sendJson(context, text, isAsync(context) ? 202 : 200);
}
