/**
 * The actions of operators (docs/semantics.md 18.6): `/operations` for the search index and the verification of the store, and three that
 * clients know and Cairn has no use for: `applyRetention`, `setWritable`, `producePlatformEvent`.
 */
import { type Catalog, VERIFY_PARTS, type VerifyPlace } from '../../catalog/index.ts';
import { alwaysWritable, badParameter, eventsNotTaken, unknownAspect } from '../../errors.ts';
import { entityTypeOrRefuse, findAspect, urnFrom } from '../../model/named.ts';
import { sendNothing } from '../answer/send.ts';
import { boolean, integer, oneOf, paramsOf, someText, text, time } from '../request/params.ts';
import type { Context } from '../types.ts';

/** Where each part begins. */
const FIRST: Readonly<Record<VerifyPlace['part'], string>> = { entities: '', nodes: '-1', documents: '-1', evidence: '-1', source: '-1', log: '0' };

const MOST = 10_000;
const readRestore = paramsOf(
  'restoreIndices',
  {},
  {
    urn: someText,
    /** All entities of a type. */
    entity: someText,
    urnLike: someText,
    aspect: text,
    start: integer({ minimum: 0 }),
    batchSize: integer({ minimum: 1 }),
    /** The `last` of the answer before. */
    after: text,
  },
);
const readRebuild = paramsOf('rebuildIndex', {});
const readVerify = paramsOf('verify', {}, { part: oneOf(VERIFY_PARTS), after: text, of: integer({ minimum: -1 }), repair: boolean });
const readProblems = paramsOf('indexProblems', {}, { after: text, count: integer({ minimum: 1 }) });
const readDrop = paramsOf('dropUnusedProperties', {});

/** `restoreIndices`: has the documents of the entities of one request built again: `{value: {rowsMigrated, last}}`, `last` where there may be more. */
export async function restoreIndices(context: Context, catalog: Catalog, body: unknown): Promise<void> {
  const params = readRestore(body);
  const { from, below } = rangeOf(catalog, params);
  const count = Math.min(params.batchSize ?? 1_000, MOST);
  let after = params.after !== undefined && params.after > from ? params.after : from;
  // `start` counts entities, as clients do that know nothing of `after`.
  let last: string | undefined;
  let marked = 0;
  for (let skip = params.start ?? 0; skip >= 0; skip -= count) {
    const page = await catalog.index.reindex(after, below, count);
    marked = page.count;
    last = page.last;
    if (page.last === undefined) break;
    after = page.last;
  }
  context.body = { value: { rowsMigrated: marked, ...(last === undefined ? {} : { last }) } };
}

/** Begins to build the whole index anew beside the present one: `{value: {begun}}`, false where that is under way already. */
export async function rebuildIndex(context: Context, catalog: Catalog, body: unknown): Promise<void> {
  readRebuild(body);
  context.body = { value: { begun: await catalog.index.rebuild() } };
}

/** The same where fields of structured properties have no values left: `{value: {unused, begun}}` (docs/semantics.md 14.8). */
export async function dropUnusedProperties(context: Context, catalog: Catalog, body: unknown): Promise<void> {
  readDrop(body);
  context.body = { value: await catalog.index.dropUnused() };
}

/**
 * One page of a verification of the store: `{value: {part, checked, differences, next}}`. `next` goes on; without one it was the last page.
 * Without `part` it begins at the beginning.
 */
export async function verify(context: Context, catalog: Catalog, body: unknown): Promise<void> {
  const { part = 'entities', after = FIRST[part], of, repair = false } = readVerify(body);
  if (part !== 'entities' && !/^-?\d{1,19}$/.test(after)) throw badParameter('/after', 'the next of the previous answer', after);
  context.body = { value: await catalog.verify({ part, after, of }, repair) };
}

/** Entities that search does not show as they are: `{value: {problems: [{urn, problem, reason}], last}}`, `last` where there may be more. */
export async function indexProblems(context: Context, catalog: Catalog, body: unknown): Promise<void> {
  const { after = '', count = 1_000 } = readProblems(body);
  const most = Math.min(count, MOST);
  const problems = await catalog.indexProblems(after, most);
  context.body = { value: { problems, ...(problems.length < most ? {} : { last: problems.at(-1)?.urn }) } };
}

/** URNs from `from` (exclusive) to `below` (exclusive): one entity, those that begin with a text, or all. */
function rangeOf({ model }: Catalog, { urn, entity, urnLike: like }: ReturnType<typeof readRestore>): { from: string; below: string } {
  if (urn !== undefined) return { from: justBefore(urn), below: `${urn}\u0000` };
  const urnLike = entity === undefined ? like : `${model.names.urnPrefix}${entityTypeOrRefuse(model, entity, '/entity').name}:%`;
  if (urnLike === undefined) return { from: model.names.urnPrefix, below: `${model.names.urnPrefix}\uffff` };
  const wildcard = urnLike.indexOf('%');
  if (wildcard !== urnLike.length - 1) throw badParameter('/urnLike', 'the beginning of a URN and %', urnLike);
  const prefix = urnLike.slice(0, -1);
  return { from: justBefore(prefix), below: `${prefix}\uffff` };
}

/** A text behind which this one comes next. */
function justBefore(text: string): string {
  return text === '' ? '' : `${text.slice(0, -1)}${String.fromCharCode(text.charCodeAt(text.length - 1) - 1)}\uffff`;
}

const wholeNumber = integer({ minimum: 0 });
const readRetention = paramsOf(
  'applyRetention',
  {},
  { start: wholeNumber, count: wholeNumber, attemptWithVersion: wholeNumber, urn: someText, aspectName: someText },
);

/** `POST /entities?action=applyRetention`: every write applies retention to the aspect that it writes, so nothing is done. The answer is empty. */
export async function applyRetention(context: Context, { model }: Catalog, body: unknown): Promise<void> {
  const { urn, aspectName } = readRetention(body);
  const types = urn === undefined ? [...model.entityTypes.values()] : [urnFrom(model, urn).type];
  if (aspectName !== undefined && !types.some((type) => findAspect(type, aspectName))) throw unknownAspect(aspectName, '/aspectName');
  sendNothing(context);
}

const readWritable = paramsOf('setWritable', { value: boolean });

/**
 * `POST /entities?action=setWritable`: Cairn is always writable, so `true` changes nothing. The answer is empty.
 *
 * @throws Refusal malformed for `false`
 */
export async function setWritable(context: Context, _catalog: Catalog, body: unknown): Promise<void> {
  if (!readWritable(body).value) throw alwaysWritable();
  sendNothing(context);
}

const EVENT = {
  type: 'object',
  required: ['payload'],
  properties: {
    header: { type: 'object', required: ['timestampMillis'], properties: { timestampMillis: time } },
    name: someText,
    payload: { type: 'object', required: ['value', 'contentType'], properties: { value: text, contentType: someText } },
  },
};
const readEvent = paramsOf('producePlatformEvent', { name: someText, event: EVENT }, { key: text });

/**
 * `POST /platform?action=producePlatformEvent` (docs/semantics.md 17): checks an event, and says that it goes nowhere: Cairn has no consumers of events.
 *
 * @throws Refusal notImplemented
 */
export async function producePlatformEvent(_context: Context, _catalog: Catalog, body: unknown): Promise<void> {
  readEvent(body);
  throw eventsNotTaken();
}
