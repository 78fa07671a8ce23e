/**
 * `GET /openapi/v2/timeseries/{entityName}/{aspectName}` (docs/semantics.md 13.7): points of several entities, newest first. Without
 * URNs of all entities of the type, a hundred of them after the other.
 */
import type { Catalog, SeriesPoint } from '../../catalog/index.ts';
import { badParameter, genericTimeseries } from '../../errors.ts';
import { aspectNamed, ofType, urnFrom, urnsFrom } from '../../model/named.ts';
import { isRecord } from '../../model/path.ts';
import type { Urn } from '../../model/urn.ts';
import { objectText, sendJson } from '../answer/send.ts';
import { refuseClosed } from '../request/closed.ts';
import { ANY_NUMBER, cursorFrom, cursorText, questionOf } from '../request/cursor.ts';
import { scrollCount } from '../request/page.ts';
import { decodePart } from '../request/path-params.ts';
import { listParam, textParam } from '../request/query.ts';
import type { Context } from '../types.ts';
import { typeNamed } from './target.ts';

const PATH = /^\/openapi\/v2\/timeseries\/([^/]+)\/([^/]+)/;
const MOST = 1_000;
const MOST_URNS = 100;
/** Points of one time that a scroll has shown already: they are read again. */
const MOST_SKIPPED = 1_000_000;
/** Entities without points that one request of a scroll over all passes, in hundreds. */
const MOST_EMPTY = 50;

interface PlacedPoint {
  readonly urn: Urn;
  readonly time: number;
  readonly point: SeriesPoint;
}

/** `{scrollId?, results: [{urn, messageId?, timestampMillis, systemMetadata, event}]}` */
export async function readSeries(context: Context, catalog: Catalog): Promise<void> {
  const [, entityName = '', aspectName = ''] = PATH.exec(context.path) ?? [];
  const type = typeNamed(catalog.model, entityName);
  if (!type) throw genericTimeseries(entityName);
  const aspect = aspectNamed(type, decodePart(aspectName), '/aspect').name;
  const asked = listParam(context, 'urns') ?? [];
  if (asked.length > MOST_URNS) throw badParameter('/urns', `at most ${MOST_URNS} URNs`, asked.length);
  const urns = [...new Set(urnsFrom(catalog.model, asked).map((urn, index) => ofType(type, urn, `/urns/${index}`)))];
  for (const urn of urns) await refuseClosed(catalog, urn, aspect);
  const count = scrollCount(context, MOST);
  const scrollId = textParam(context, 'scrollId');
  const from = timeOf(textParam(context, 'startTimeMillis'), 'startTimeMillis');
  const until = timeOf(textParam(context, 'endTimeMillis'), 'endTimeMillis');
  const question = questionOf(
    catalog,
    'timeseries',
    aspect,
    urns.map(({ text }) => text),
    from,
    until,
  );
  // A scroll goes on at the time of the last point, behind so many points of that very time; over all entities, among those from `at` on.
  const cursor = scrollId === undefined ? undefined : cursorFrom(scrollId, question, { time: 'whole', skip: MOST_SKIPPED, at: ANY_NUMBER });
  let [to, skip, at, page, next] = [
    cursor?.time ?? until,
    cursor?.skip ?? 0,
    cursor?.at ?? 0,
    [] as PlacedPoint[],
    undefined as Record<string, number> | undefined,
  ];
  for (let passed = 0; page.length === 0 && passed < MOST_EMPTY; passed++) {
    const among = asked.length > 0 ? urns : (await catalog.urnsOf(type, at, MOST_URNS)).map((text) => urnFrom(catalog.model, text));
    const found = (await pointsInOrder(catalog, among, aspect, from, to, skip + count + 1)).slice(skip);
    page = found.slice(0, count);
    next = found.length > count ? { ...behind(page, cursor), at } : undefined;
    if (next || asked.length > 0 || among.length < MOST_URNS) break;
    [to, skip, at] = [until, 0, at + MOST_URNS];
    next = { time: until ?? Number.MAX_SAFE_INTEGER, skip, at };
  }
  const results = `[${page.map(pointText).join(',')}]`;
  sendJson(
    context,
    objectText([...(next === undefined ? [] : ([['scrollId', JSON.stringify(cursorText(next, question))]] as const)), ['results', results]]),
  );
}

async function pointsInOrder(
  catalog: Catalog,
  urns: readonly Urn[],
  aspect: string,
  from: number | undefined,
  to: number | undefined,
  limit: number,
): Promise<PlacedPoint[]> {
  const lists = await Promise.all(
    urns.map(async (urn) => {
      const points = await catalog.series(urn, { aspect, from, to, limit, keep: undefined, order: 'DESCENDING' });
      return points.map((point) => ({ urn, point, time: Number(jsonOf(point).timestampMillis) }));
    }),
  );
  return lists.flat().sort((a, b) => b.time - a.time || (a.urn.text < b.urn.text ? -1 : Number(a.urn.text > b.urn.text)));
}

function behind(page: readonly PlacedPoint[], before: { time: number; skip: number } | undefined): { time: number; skip: number } {
  const time = page.at(-1)?.time ?? 0;
  return { time, skip: page.filter((each) => each.time === time).length + (before?.time === time ? before.skip : 0) };
}

function pointText({ urn, time, point }: PlacedPoint): string {
  const { messageId } = jsonOf(point);
  return objectText([
    ['urn', JSON.stringify(urn.text)],
    ...(messageId === undefined ? [] : ([['messageId', JSON.stringify(messageId)]] as const)),
    ['timestampMillis', String(time)],
    ['systemMetadata', JSON.stringify(point.meta)],
    ['event', point.text],
  ]);
}

function jsonOf({ text }: SeriesPoint): Record<string, unknown> {
  const json: unknown = JSON.parse(text);
  return isRecord(json) ? json : {};
}

function timeOf(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined;
  if (!/^-?\d+$/.test(text)) throw badParameter(`/${name}`, 'a time in ms', text);
  return Number(text);
}
