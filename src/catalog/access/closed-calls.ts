/**
 * What is left of answers that give values, for a reader to whom parts of visible entities are closed (`ClosureRule`).
 */
import { explained, noSuchAspect, noSuchVersion, type Refusal } from '../../errors.ts';
import { asOfOf, noteAsOf } from '../../graph/read.ts';
import { type Value, valueOf } from '../../model/json.ts';
import { findAspect } from '../../model/named.ts';
import type { AspectSpec, Model } from '../../model/types.ts';
import { isProblem, parseUrn, type Urn } from '../../model/urn.ts';
import type { Catalog } from '../calls.ts';
import type { Change, ChangesPage } from '../changes/types.ts';
import type { Refusals, RefusedRow } from '../maintenance/refusals.ts';
import type { RunRow, Runs } from '../maintenance/runs.ts';
import type { EntityView } from '../read/read.ts';
import { type TimelineParts, timeline, timelineOfVersions } from '../read/timeline.ts';
import type { SeriesPoint } from '../series/series.ts';
import { withValue } from '../state.ts';
import type { ProposalResult } from '../write/proposal.ts';
import type { WriteResult } from '../write/write.ts';
import { type Closure, NOTHING, type Piece } from './closed.ts';
import type { ClosureContext } from './contexts.ts';

/** What is left of a value. */
type OpenValue = (value: Value) => Value;

async function leftOfOne({ opened }: Closure, piece: Piece): Promise<OpenValue | undefined> {
  return (await opened([piece]))(piece);
}

/** The refusal of an aspect that is closed. Whether it is there is told of entities only. */
async function refusalIfThere({ core, closed, refusal }: ClosureContext, urn: Urn, aspect: AspectSpec): Promise<Refusal | undefined> {
  if (!(await core.exists([urn], true))[0]) return undefined;
  return refusal(`read ${aspect.name} of ${urn.text}`, closed.privilegesFor(aspect), urn.text);
}

export function closedOf(_: Catalog['closed'], context: ClosureContext): Catalog['closed'] {
  return async (urn, aspect) => ((await leftOfOne(context.closed, { urn: urn.text, aspect })) ? undefined : refusalIfThere(context, urn, aspect));
}

/** What a call about one aspect answers, and what is left of its values. @throws Refusal forbidden if all of it is closed */
async function guarded<Result>(
  context: ClosureContext,
  urn: Urn,
  name: string,
  call: () => Promise<Result>,
  valuesIn: (result: Result) => readonly Value[],
): Promise<[Result, OpenValue]> {
  const [outcome] = await Promise.allSettled([call()]);
  const aspect = findAspect(urn.type, name);
  const values = outcome.status === 'fulfilled' ? valuesIn(outcome.value) : [];
  const open = aspect && (await leftOfOne(context.closed, { urn: urn.text, aspect, values }));
  const why = aspect && !open && (await refusalIfThere(context, urn, aspect));
  if (why) throw why;
  if (outcome.status === 'rejected') throw outcome.reason;
  return [outcome.value, open ?? ((value) => value)];
}

export function readOpen(read: Catalog['read'], { closed }: Pick<ClosureContext, 'closed'>): Catalog['read'] {
  return async (...request) => {
    const views = await read(...request);
    const open = await closed.opened(
      views.flatMap(({ urn, aspects }) => aspects.map(({ aspect, state }) => ({ urn: urn.text, aspect, values: [state.value] }))),
      asOfOf(views),
    );
    const left = views.map((view) => ({
      ...view,
      aspects: view.aspects.flatMap(({ aspect, state }) => {
        const left = open({ urn: view.urn.text, aspect });
        const shown = left && leftOf(state, left);
        return shown && shown.value !== NOTHING ? [{ aspect, state: shown }] : [];
      }),
    }));
    return noteAsOf(left, views);
  };
}

export function readVersionOpen(readVersion: Catalog['readVersion'], context: ClosureContext): Catalog['readVersion'] {
  return async (urn, name, version, asOf) => {
    const [{ aspect, state }, left] = await guarded(
      context,
      urn,
      name,
      () => readVersion(urn, name, version, asOf),
      ({ state }) => [state.value],
    );
    const shown = leftOf(state, left);
    if (shown.value !== NOTHING) return { aspect, state: shown };
    throw version === 0 || asOf !== undefined ? noSuchAspect(urn.text, aspect.name, asOf) : noSuchVersion(urn.text, aspect.name, version);
  };
}

export function versionsOpen(versions: Catalog['versions'], context: ClosureContext): Catalog['versions'] {
  return async (urn, name, ...rest) => {
    const [range, left] = await guarded(
      context,
      urn,
      name,
      () => versions(urn, name, ...rest),
      ({ versions }) => versions.map(({ state }) => state.value),
    );
    const opened = range.versions.map(({ version, state }) => ({ version, state: leftOf(state, left) }));
    const shown = opened.filter(({ state }) => state.value !== NOTHING);
    if (opened.length > 0 && shown.length === 0) throw noSuchAspect(urn.text, name);
    return { ...range, versions: shown };
  };
}

/** The timeline is computed of what is left. */
export function timelineOpen(_: Catalog['timeline'], context: ClosureContext): Catalog['timeline'] {
  return (...request) => timeline(pastOf(context), ...request);
}

export function timelineOfVersionsOpen(whole: Catalog['timelineOfVersions'], context: ClosureContext): Catalog['timelineOfVersions'] {
  return (...request) => (context.core.partial ? whole(...request) : timelineOfVersions(pastOf(context), ...request));
}

function pastOf(context: ClosureContext): TimelineParts {
  const { model, read, versions, related } = context.core;
  return { model, read: readOpen(read, context), versions: versionsOpen(versions, context), related };
}

export function seriesOpen(series: Catalog['series'], { closed }: ClosureContext): Catalog['series'] {
  return async (urn, request) => {
    const aspect = findAspect(urn.type, request.aspect);
    // A window without conditions gives its points, whatever is in them.
    const isSelective = request.by !== undefined || request.filter !== undefined;
    const open = isSelective && aspect ? await leftOfOne(closed, { urn: urn.text, aspect }) : undefined;
    const found = await series(urn, { ...request, left: open });
    const [left = []] = await openPoints(closed, [urn], request.aspect, [found]);
    return left;
  };
}

export function seriesOfEachOpen(seriesOfEach: Catalog['seriesOfEach'], { closed }: ClosureContext): Catalog['seriesOfEach'] {
  return async (urns, window) => openPoints(closed, urns, window.aspect, await seriesOfEach(urns, window));
}

async function openPoints(closed: Closure, urns: readonly Urn[], name: string, found: readonly SeriesPoint[][]): Promise<SeriesPoint[][]> {
  const pieces = urns.map((urn) => ({ urn, aspect: findAspect(urn.type, name) }));
  const open = await closed.opened(pieces.flatMap(({ urn, aspect }) => (aspect ? [{ urn: urn.text, aspect }] : [])));
  return pieces.map(({ urn, aspect }, at) => {
    const left = aspect && open({ urn: urn.text, aspect });
    return left ? (found[at] ?? []).map((point) => pointOf(point, left)) : [];
  });
}

export function latestPointsOpen(latestPoints: Catalog['latestPoints'], { closed }: ClosureContext): Catalog['latestPoints'] {
  return async (subjects, upTo) => {
    const found = await latestPoints(subjects, upTo);
    const open = await closed.opened(subjects.flatMap(({ urn, aspects }) => aspects.map((aspect) => ({ urn: urn.text, aspect }))));
    return found.map((latest, at) =>
      latest.flatMap(({ aspect, point }) => {
        const left = open({ urn: subjects[at]?.urn.text ?? '', aspect });
        return left ? [{ aspect, point: pointOf(point, left) }] : [];
      }),
    );
  };
}

export function writeOpen(write: Catalog['write'], { closed }: Pick<ClosureContext, 'closed'>): Catalog['write'] {
  return async (request) => answerOpen(closed, await write(request));
}

/** What a patch has left is told to who has sent it. */
async function answerOpen(closed: Closure, result: WriteResult): Promise<WriteResult> {
  const written = result.items.flatMap((item) => ('written' in item ? item.written : []));
  const pieceOf = ({ urn, aspect, now }: ProposalResult): Piece => ({ urn: urn.text, aspect, values: now ? [now.value] : [] });
  const open = await closed.opened(written.map(pieceOf));
  const shown = (each: ProposalResult): ProposalResult => {
    const left = open(pieceOf(each)) ?? (() => valueOf({}));
    return each.now ? { ...each, now: leftOf(each.now, left) } : each;
  };
  return { ...result, items: result.items.map((item) => ('written' in item ? { written: item.written.map(shown) } : item)) };
}

type ReadChanges<Request> = (request: Request) => Promise<ChangesPage>;

export function changesOpen<Request>(changes: ReadChanges<Request>, { core, closed }: ClosureContext): ReadChanges<Request> {
  return async (request) => openPage(core, closed, await changes(request));
}

export function describeRunOpen(describe: Runs['describe'], { core, closed }: ClosureContext): Runs['describe'] {
  return async (...request) => openRows(core, closed, await describe(...request));
}

export function refusedOpen(of: Refusals['of'], { core, closed }: ClosureContext): Refusals['of'] {
  return async (...request) => {
    const page = await of(...request);
    return { ...page, items: page.items.map((row) => openRefused(core, closed, row)) };
  };
}

export function refusedOfSenderOpen(ofSender: Refusals['ofSender'], { core, closed }: ClosureContext): Refusals['ofSender'] {
  return async (...request) => (await ofSender(...request)).map((row) => openRefused(core, closed, row));
}

/** What was refused, without what was sent and what could repeat it, where the aspect is secret or a part of it is closed. */
function openRefused({ model }: Catalog, closed: Closure, row: RefusedRow): RefusedRow {
  const aspect = model.aspects.get(row.aspect ?? '');
  return aspect && !aspect.secret && !closed.concerns(aspect) ? row : { ...row, value: null, message: explained(row.code) };
}

function pieceIn(model: Model, text: string, name: string): Piece | undefined {
  const urn = parseUrn(model, text);
  const aspect = isProblem(urn) ? undefined : findAspect(urn.type, name);
  return aspect && { urn: text, aspect };
}

/** What a run has written, without what is closed. */
async function openRows({ model }: Catalog, closed: Closure, rows: readonly RunRow[]): Promise<RunRow[]> {
  const found = rows.flatMap((row) => {
    const piece = pieceIn(model, row.urn, row.name);
    return piece ? [{ row, piece: { ...piece, values: [valueFrom(row.value)] } }] : [];
  });
  const open = await closed.opened(found.map(({ piece }) => piece));
  return found.flatMap(({ row, piece }) => {
    const left = open(piece);
    return left ? [{ ...row, value: left(valueFrom(row.value)).text }] : [];
  });
}

/** The page without the values that are closed. */
async function openPage({ model }: Catalog, closed: Closure, found: ChangesPage): Promise<ChangesPage> {
  const pieceOf = ({ urn, aspect }: Change): Piece | undefined => pieceIn(model, urn, aspect);
  const valued = found.changes.filter(({ value, beforeValue }) => typeof value === 'string' || typeof beforeValue === 'string');
  const open = await closed.opened(
    valued.flatMap((change) => {
      const piece = pieceOf(change);
      return piece && closed.concerns(piece.aspect)
        ? { ...piece, values: [change.value, change.beforeValue].flatMap((text) => (text ? valueFrom(text) : [])) }
        : [];
    }),
  );
  const shown = (change: Change, text: string | null): string | null => {
    const piece = pieceOf(change);
    if (piece && !closed.concerns(piece.aspect)) return text;
    const left = piece && open(piece);
    return text === null || !left ? null : left(valueFrom(text)).text;
  };
  const changes = found.changes.map((change) => ({
    ...change,
    ...(change.value !== undefined && { value: shown(change, change.value) }),
    ...(change.beforeValue !== undefined && { beforeValue: shown(change, change.beforeValue) }),
  }));
  return { ...found, changes };
}

function leftOf(state: EntityView['aspects'][number]['state'], left: (value: Value) => Value): EntityView['aspects'][number]['state'] {
  const value = left(state.value);
  return value === state.value ? state : withValue(state, value);
}

function pointOf(point: SeriesPoint, left: (value: Value) => Value): SeriesPoint {
  const value = valueFrom(point.text);
  const shown = left(value);
  return shown === value ? point : { ...point, text: shown.text };
}

function valueFrom(text: string): Value {
  return valueOf(JSON.parse(text));
}
