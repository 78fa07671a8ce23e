/**
 * The core for a reader to whom parts of visible entities are closed (closed.ts): entities come without these parts, and requests for one of
 * them are refused. Every call is named, here if it gives values, otherwise in `PASSED`, so that a new one does not compile before somebody
 * has decided about it.
 */
import { notGranted, type Privilege } from '../../access/index.ts';
import { explained, type Refusal } from '../../errors.ts';
import { asOfOf, noteAsOf } from '../../graph/read.ts';
import { type Value, valueOf } from '../../model/json.ts';
import { findAspect } from '../../model/named.ts';
import type { AspectSpec, Model } from '../../model/types.ts';
import { isProblem, parseUrn, type Urn } from '../../model/urn.ts';
import { both, EVERYTHING, type Filter, isEverything } from '../../search/index.ts';
import type { Catalog } from '../calls.ts';
import type { Change, ChangesPage } from '../changes/types.ts';
import type { RefusedRow } from '../maintenance/refusals.ts';
import type { RunRow } from '../maintenance/runs.ts';
import type { Named, Naming } from '../properties/searched-properties.ts';
import type { EntityView } from '../read/read.ts';
import { timeline, timelineOfVersions } from '../read/timeline.ts';
import type { SeriesPoint } from '../series/series.ts';
import { withValue } from '../state.ts';
import type { Written } from '../write/proposal.ts';
import type { WriteResult } from '../write/write.ts';
import { type Closed, OF_PROPERTIES, type Piece } from './closed.ts';
import type { HiddenColumns } from './hidden-columns.ts';
import { refused } from './restricted.ts';

/** They give no values of aspects. */
const PASSED = [
  ...(['model', 'searchable', 'partial', 'access', 'secrets', 'signIns', 'programs', 'people', 'lag', 'newest', 'sees', 'epoch', 'drained'] as const),
  ...(['dropLatestPoint', 'exists', 'pending', 'list', 'urnsOf', 'count', 'countEach', 'countAspect', 'references', 'deleteReferences'] as const),
  ...([
    'deletion',
    'dropEdges',
    'finishDeletes',
    'index',
    'indexProblems',
    'placeBefore',
    'settleNext',
    'verify',
    'bulk',
    'authors',
    'subscriptions',
    'suggestions',
  ] as const),
  ...(['browsePaths', 'related', 'relatedOf', 'relatedCounts', 'relatedAfter', 'edges', 'columnHolders'] as const),
  ...(['lineage', 'neighbours', 'lineageWays', 'relationshipWays', 'landings', 'stepsBelow'] as const),
] as const satisfies readonly (keyof Catalog)[];

export function withholding(catalog: Catalog, user: string, closed: Closed): Catalog {
  const passed = Object.fromEntries(PASSED.map((name) => [name, catalog[name]])) as Pick<Catalog, (typeof PASSED)[number]>;
  const refusal = ({ urn, aspect }: Piece): Promise<Refusal> => refusedFor(`read ${aspect.name} of ${urn}`, closed.privilegesFor(aspect), urn);
  const refusedFor = async (what: string, anyOf: readonly Privilege[], on?: string): Promise<Refusal> =>
    notGranted(await catalog.people.policies(), user, what, anyOf, closed.mayName, on);
  const openedOne = async (piece: Piece): Promise<((value: Value) => Value) | undefined> => (await closed.opened([piece]))(piece);
  /** Whether it is there is told of entities only. */
  const refusedIfThere = async (urn: Urn, aspect: AspectSpec): Promise<Refusal | undefined> =>
    (await catalog.exists([urn], true))[0] ? refusal({ urn: urn.text, aspect }) : undefined;
  const whyClosed = async (urn: Urn, aspect: AspectSpec): Promise<Refusal | undefined> =>
    (await openedOne({ urn: urn.text, aspect })) ? undefined : refusedIfThere(urn, aspect);
  /** What is there is refused where it is closed. */
  const guarded = async <Result>(
    urn: Urn,
    name: string,
    call: () => Promise<Result>,
    valuesIn: (result: Result) => readonly Value[],
  ): Promise<[Result, (value: Value) => Value]> => {
    const [outcome] = await Promise.allSettled([call()]);
    const aspect = findAspect(urn.type, name);
    const values = outcome.status === 'fulfilled' ? valuesIn(outcome.value) : [];
    const open = aspect && (await openedOne({ urn: urn.text, aspect, values }));
    const why = aspect && !open && (await refusedIfThere(urn, aspect));
    if (why) throw why;
    if (outcome.status === 'rejected') throw outcome.reason;
    return [outcome.value, open ?? ((value) => value)];
  };
  const stripped = async (views: readonly EntityView[]): Promise<EntityView[]> => {
    const open = await closed.opened(
      views.flatMap(({ urn, aspects }) => aspects.map(({ aspect, state }) => ({ urn: urn.text, aspect, values: [state.value] }))),
      asOfOf(views),
    );
    const left = views.map((view) => ({
      ...view,
      aspects: view.aspects.flatMap(({ aspect, state }) => {
        const left = open({ urn: view.urn.text, aspect });
        return left ? [{ aspect, state: leftOf(state, left) }] : [];
      }),
    }));
    return noteAsOf(left, views);
  };
  const read: Catalog['read'] = async (urns, aspects, asOf) => stripped(await catalog.read(urns, aspects, asOf));
  const versions: Catalog['versions'] = async (urn, name, ...rest) => {
    const [range, left] = await guarded(
      urn,
      name,
      () => catalog.versions(urn, name, ...rest),
      ({ versions }) => versions.map(({ state }) => state.value),
    );
    return { ...range, versions: range.versions.map(({ version, state }) => ({ version, state: leftOf(state, left) })) };
  };
  const past = { model: catalog.model, read, versions, related: catalog.related };
  const points = async (urns: readonly Urn[], name: string, found: readonly SeriesPoint[][]): Promise<SeriesPoint[][]> => {
    const pieces = urns.map((urn) => ({ urn, aspect: findAspect(urn.type, name) }));
    const open = await closed.opened(pieces.flatMap(({ urn, aspect }) => (aspect ? [{ urn: urn.text, aspect }] : [])));
    return pieces.map(({ urn, aspect }, at) => {
      const left = aspect && open({ urn: urn.text, aspect });
      return left ? (found[at] ?? []).map((point) => pointOf(point, left)) : [];
    });
  };
  const { asked, worded, naming } = askedOf(closed, refusedFor);
  const page = (found: ChangesPage): Promise<ChangesPage> => openPage(catalog, closed, found);
  return {
    ...passed,
    write: async (request) => answeredBy(closed, await catalog.write(request)),
    search: (request) => catalog.search(asked(request)),
    suggest: (request) => catalog.suggest({ ...request, filter: both(request.filter, worded()), naming }),
    browse: (type, path, filter, start, count) => catalog.browse(type, path, filter, start, count, naming),
    folders: (request) => catalog.folders({ ...request, naming }),
    searchLineage: (request, seen) => catalog.searchLineage(asked(request), seen),
    countLineage: (request, seen) => catalog.countLineage(asked(request), seen),
    seenBy: async (decided) => withholding(await catalog.seenBy(decided), user, closed),
    observed: (observer, decided) => withholding(catalog.observed(observer, decided), user, closed),
    closed: whyClosed,
    read,
    readVersion: async (urn, name, ...rest) => {
      const [{ aspect, state }, left] = await guarded(
        urn,
        name,
        () => catalog.readVersion(urn, name, ...rest),
        ({ state }) => [state.value],
      );
      return { aspect, state: leftOf(state, left) };
    },
    versions,
    timeline: (...asked) => timeline(past, ...asked),
    timelineOfVersions: (...asked) => (catalog.partial ? catalog.timelineOfVersions(...asked) : timelineOfVersions(past, ...asked)),
    series: async (urn, request) => {
      const aspect = findAspect(urn.type, request.aspect);
      // A window without conditions gives its points, whatever is in them.
      const isAsked = request.by !== undefined || request.filter !== undefined;
      const open = isAsked && aspect ? await openedOne({ urn: urn.text, aspect }) : undefined;
      const found = await catalog.series(urn, { ...request, left: open });
      const [left = []] = await points([urn], request.aspect, [found]);
      return left;
    },
    seriesOfEach: async (urns, window) => points(urns, window.aspect, await catalog.seriesOfEach(urns, window)),
    latestPoints: async (asked, upTo) => {
      const found = await catalog.latestPoints(asked, upTo);
      const open = await closed.opened(asked.flatMap(({ urn, aspects }) => aspects.map((aspect) => ({ urn: urn.text, aspect }))));
      return found.map((latest, at) =>
        latest.flatMap(({ aspect, point }) => {
          const left = open({ urn: asked[at]?.urn.text ?? '', aspect });
          return left ? [{ aspect, point: pointOf(point, left) }] : [];
        }),
      );
    },
    changes: async (request) => page(await catalog.changes(request)),
    newestChanges: async (request) => page(await catalog.newestChanges(request)),
    runs: {
      list: (...asked) => catalog.runs.list(...asked),
      describe: async (...asked) => openRows(catalog, closed, await catalog.runs.describe(...asked)),
      rollback: (...asked) => catalog.runs.rollback(...asked),
      left: (...asked) => catalog.runs.left(...asked),
      undoSome: (...asked) => catalog.runs.undoSome(...asked),
    },
    refusals: {
      keep: catalog.refusals.keep,
      counts: catalog.refusals.counts,
      ofSender: catalog.refusals.ofSender,
      of: async (...asked) => {
        const page = await catalog.refusals.of(...asked);
        return { ...page, items: page.items.map((row) => (row.by === user ? row : openRefused(catalog, closed, row))) };
      },
    },
    // What they send is not known before.
    webhooks:
      closed.missing.length === 0
        ? catalog.webhooks
        : refused('use webhooks', (what) => async () => {
            throw await refusedFor(what, closed.missing);
          }),
  };
}

/** Requests of search without what would tell something of what is closed. */
function askedOf(closed: Closed, refusedFor: (what: string, anyOf: readonly Privilege[]) => Promise<Refusal>) {
  const { inSearch } = closed;
  const naming: Naming = {
    closed: {
      columns: closed.columnsInSearch,
      fields: (columns) => ({ has: (name) => inSearch().fields.has(name) && !(columns?.known && inSearch().ofTables.has(name)) }),
      properties: () => inSearch().properties,
      others: () => inSearch().others,
      refusal: (field) => {
        const aspect = inSearch().fields.get(field);
        return refusedFor(`search by ${field}`, aspect ? closed.privilegesFor(aspect) : OF_PROPERTIES);
      },
    },
  };
  const worded = (): Filter => inSearch().worded;
  const asked = <Request extends { readonly input: string; readonly within?: Filter }>(request: Request): Request & Named => {
    const isWorded = !isEverything(request.input) && worded() !== EVERYTHING;
    return { ...request, ...(isWorded && { within: request.within ? both(request.within, worded()) : worded() }), naming };
  };
  return { asked, worded, naming };
}

/** The change stream for who sees all entities, though not all of their columns. */
export function changesWithout(catalog: Catalog, columns: HiddenColumns | undefined): Pick<Catalog, 'changes' | 'newestChanges' | 'placeBefore'> {
  const shown = async (page: ChangesPage): Promise<ChangesPage> => {
    const hidden = await columns?.among([...new Set(page.changes.map(({ urn }) => urn))]);
    return hidden ? { ...page, changes: page.changes.filter(({ urn }) => !hidden.has(urn)) } : page;
  };
  return {
    changes: async (request) => shown(await catalog.changes(request)),
    newestChanges: async (request) => shown(await catalog.newestChanges(request)),
    placeBefore: catalog.placeBefore,
  };
}

/** What a patch has left is told to who has sent it. */
export async function answeredBy(closed: Closed, result: WriteResult): Promise<WriteResult> {
  const written = result.items.flatMap((item) => ('written' in item ? item.written : []));
  const pieceOf = ({ urn, aspect, now }: Written): Piece => ({ urn: urn.text, aspect, values: now ? [now.value] : [] });
  const open = await closed.opened(written.map(pieceOf));
  const shown = (each: Written): Written => {
    const left = open(pieceOf(each)) ?? (() => valueOf({}));
    return each.now ? { ...each, now: leftOf(each.now, left) } : each;
  };
  return { ...result, items: result.items.map((item) => ('written' in item ? { written: item.written.map(shown) } : item)) };
}

function pieceIn(model: Model, text: string, name: string): Piece | undefined {
  const urn = parseUrn(model, text);
  const aspect = isProblem(urn) ? undefined : findAspect(urn.type, name);
  return aspect && { urn: text, aspect };
}

/** What a run has written, without what is closed. */
async function openRows({ model }: Catalog, closed: Closed, rows: readonly RunRow[]): Promise<RunRow[]> {
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

/** What others were refused, without what was sent and what could repeat it, where a part of the aspect is closed. */
function openRefused({ model }: Catalog, closed: Closed, row: RefusedRow): RefusedRow {
  const aspect = model.aspects.get(row.aspect ?? '');
  return aspect && !closed.concerns(aspect) ? row : { ...row, value: null, message: explained(row.code) };
}

/** The page without the values that are closed. */
async function openPage({ model }: Catalog, closed: Closed, found: ChangesPage): Promise<ChangesPage> {
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
