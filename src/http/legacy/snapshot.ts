/**
 * Snapshots: `POST /entities?action=ingest` and `batchIngest` (docs/semantics.md 5), `GET /entities/<urn>` (6.2).
 */
import { type Catalog, type RawProposal, refuseEmpty, type SentItem, type SystemMetadata } from '../../catalog/index.ts';
import {
  badBody,
  badSnapshot,
  badTargetUrn,
  badUnion,
  lengthMismatch,
  noSnapshot,
  Refusal,
  unknownAspectOfRecord,
  unknownRecord,
  wrongTargetType,
} from '../../errors.ts';
import { valueOf } from '../../model/json.ts';
import { urnFrom } from '../../model/named.ts';
import { foreignName, type Names } from '../../model/names.ts';
import { isRecord } from '../../model/path.ts';
import type { EntityTypeSpec, Model, Snapshot } from '../../model/types.ts';
import { isProblem, keyValue, parseUrn } from '../../model/urn.ts';
import { mapInSlices } from '../../slices.ts';
import { objectText, sendJson, sendNothing } from '../answer/send.ts';
import { metadataFrom, SYSTEM_METADATA } from '../answer/system-metadata.ts';
import { asOfParam } from '../request/as-of.ts';
import { flag, isTrue, listOf, MOST_ITEMS, members, type Param, paramsOf } from '../request/params.ts';
import { runIn, textIn, writeAll } from '../request/write-items.ts';
import type { Context } from '../types.ts';

const OBJECT: Param<Record<string, unknown>> = { type: 'object' };
const ENTITY = members({ value: OBJECT });
const readOne = paramsOf('ingest', { entity: ENTITY }, { systemMetadata: SYSTEM_METADATA });
const readBatch = paramsOf(
  'batchIngest',
  { entities: listOf(OBJECT, MOST_ITEMS) },
  { systemMetadata: listOf(SYSTEM_METADATA, MOST_ITEMS), async: flag },
);

/** One snapshot, all of its aspects or none. The answer is empty. */
export async function ingest(context: Context, catalog: Catalog, body: unknown): Promise<void> {
  const { entity, systemMetadata } = readOne(body);
  await writeAll(context, catalog, snapshotProposals(catalog.model, entity.value, '/entity/value', systemMetadata), { asynchronous: false });
  sendNothing(context);
}

/** Many snapshots, all or none; with `async: true` what is valid of them, and what is refused is kept by its run. Some clients leave the outer `{value}` out. */
export async function batchIngest(context: Context, catalog: Catalog, body: unknown): Promise<void> {
  const { entities, systemMetadata, async } = readBatch(body);
  const asynchronous = isTrue(async);
  refuseEmpty(entities, 'entities');
  if (systemMetadata && systemMetadata.length !== entities.length) {
    const expected = `${entities.length} items, one for each of entities`;
    throw lengthMismatch(expected, systemMetadata.length);
  }
  const items = await mapInSlices(entities, (entity, index): SentItem[] => {
    const wrapped = Object.keys(entity).length === 1 && isRecord(entity.value);
    const union = wrapped ? (entity.value as Record<string, unknown>) : entity;
    const sent = systemMetadata?.[index];
    try {
      return snapshotProposals(catalog.model, union, `/entities/${index}${wrapped ? '/value' : ''}`, sent);
    } catch (error) {
      if (!asynchronous || !(error instanceof Refusal)) throw error;
      return [{ refusal: error, urn: textIn(Object.values(union)[0], 'urn'), run: runIn(sent) }];
    }
  });
  await writeAll(context, catalog, items.flat(), { asynchronous });
  sendNothing(context);
}

/** @throws Refusal invalid or unknownName; malformed for another shape than that of a snapshot */
function snapshotProposals(model: Model, union: Record<string, unknown>, at: string, sent: SystemMetadata | undefined): RawProposal[] {
  const [record, snapshot] = onlyEntry(union, at, 'a snapshot: an object with one key, the name of its record');
  const type = [...model.entityTypes.values()].find((each) => each.snapshot?.record === record);
  if (!type?.snapshot) throw unknownRecord(record, `${at}/${record}`, foreignName(model.names, record));
  if (!isRecord(snapshot) || typeof snapshot.urn !== 'string') throw badSnapshot(`${at}/${record}/urn`, `Snapshot ${record} has no urn`, 'a URN');
  const urn = parseUrn(model, snapshot.urn);
  if (isProblem(urn)) throw badTargetUrn(`${at}/${record}/urn`, snapshot.urn, urn.problem);
  if (urn.type !== type) {
    throw wrongTargetType(`${at}/${record}/urn`, snapshot.urn, urn.type.name, record, type.name);
  }
  const items = aspectItems(model.names, type, type.snapshot, snapshot, `${at}/${record}`);
  const systemMetadata = sent && metadataFrom(sent);
  // A snapshot without aspects still says that the entity exists.
  if (items.length === 0) items.push({ aspectName: type.key.name, value: keyValue(urn) });
  return items.map(({ aspectName, value }) => ({
    entityUrn: urn.text,
    changeType: 'UPSERT',
    aspectName,
    value: valueOf(value),
    ...(systemMetadata ? { systemMetadata } : {}),
  }));
}

interface SnapshotAspect {
  readonly aspectName: string;
  readonly value: unknown;
}

/** The aspects of a snapshot; one whose aspects are named fields may be sent as it is read, too. */
function aspectItems(
  names: Names,
  type: EntityTypeSpec,
  known: Snapshot,
  { urn: _, aspects, ...fields }: Record<string, unknown>,
  at: string,
): SnapshotAspect[] {
  if (aspects !== undefined && !Array.isArray(aspects))
    throw badSnapshot(`${at}/aspects`, `aspects of ${known.record}: expected a list of aspects`, 'a list of aspects', aspects);
  if (aspects === undefined && !known.named) throw badSnapshot(`${at}/aspects`, `Snapshot ${known.record} has no aspects`, 'a list of aspects');
  const listed = (aspects ?? []).map((item: unknown, index: number) => {
    const [record, value] = onlyEntry(item, `${at}/aspects/${index}`, 'an object with one key, the name of an aspect record');
    return aspectItem(names, type, known, 'record', record, value, `${at}/aspects/${index}/${record}`);
  });
  return [...listed, ...Object.entries(fields).map(([name, value]) => aspectItem(names, type, known, 'name', name, value, `${at}/${name}`))];
}

function aspectItem(
  names: Names,
  type: EntityTypeSpec,
  known: Snapshot,
  by: 'record' | 'name',
  text: string,
  value: unknown,
  pointer: string,
): SnapshotAspect {
  const aspect = by === 'record' || known.named ? [type.key, ...known.aspects].find((each) => each[by] === text) : undefined;
  if (!aspect) throw unknownAspectOfRecord(known.record, text, pointer, foreignName(names, text));
  return { aspectName: aspect.name, value };
}

function onlyEntry(union: unknown, pointer: string, expected: string): [string, unknown] {
  if (!isRecord(union)) throw badBody(pointer, expected);
  const [entry, ...more] = Object.entries(union);
  if (!entry || more.length > 0) throw badUnion(pointer, expected, Object.keys(union));
  return entry;
}

/**
 * Built as text, so that stored values go out as they were written: `{value: {<snapshot record>: {urn, aspects: [{<record>: {...}}]}}}`, the key
 * first; the aspects of a glossary term stand as named fields next to `urn`. An entity that was never written answers with its key alone.
 */
export async function readSnapshot(context: Context, catalog: Catalog, asked: string): Promise<void> {
  const urn = urnFrom(catalog.model, asked);
  const { snapshot, key, name } = urn.type;
  if (!snapshot) throw noSnapshot(name);
  const known = new Set([key, ...snapshot.aspects]);
  const [view] = await catalog.read(
    [urn],
    [...known].map((aspect) => aspect.name),
    await asOfParam(context, catalog),
  );
  const shown = (view?.aspects ?? []).filter(({ aspect }) => known.has(aspect));
  const aspects = snapshot.named
    ? shown.map(({ aspect, state }) => [aspect.name, state.value.text] as const)
    : [['aspects', `[${shown.map(({ aspect, state }) => objectText([[aspect.record, state.value.text]])).join(',')}]`] as const];
  sendJson(context, objectText([['value', objectText([[snapshot.record, objectText([['urn', JSON.stringify(asked)], ...aspects])]])]]));
}
