/**
 * Reads of one request, in batches: if many fields of many entities need data at once, the core is called once.
 */
import DataLoader from 'dataloader';
import type { AspectState, Catalog, Ends, RelatedPage, SeriesPoint, SeriesWindow } from '../../catalog/index.ts';
import { urnFrom } from '../../model/named.ts';
import type { Urn } from '../../model/urn.ts';
import type { Budget } from './budget.ts';

export interface Loaders {
  /**
   * The latest version of an aspect, as readers see it; `undefined` if there is none. It counts each time that it is asked for.
   *
   * @throws Refusal tooLarge
   */
  state(urn: Urn, aspect: string): Promise<AspectState | undefined>;
  /** The value of the latest version. */
  value(urn: Urn, aspect: string): Promise<Record<string, unknown> | undefined>;
  exists(urn: Urn): Promise<boolean>;
  /** The value of the latest point of a timeseries; `undefined` if there is none. */
  latestPoint(urn: Urn, aspect: string): Promise<Record<string, unknown> | undefined>;
  /** The points of a window, newest first. */
  points(urn: Urn, window: SeriesWindow): Promise<readonly SeriesPoint[]>;
  /** A page of the entities at the other ends of relationships, and their total. */
  related(urn: Urn, ends: Ends, start: number, count: number): Promise<RelatedPage>;
  /** How many existing entities of each type there are at the other ends. */
  relatedCounts(urn: Urn, ends: Ends): Promise<ReadonlyMap<string, number>>;
  /** All entities of a type that point at this one by a relationship, soft-deleted ones left out. */
  pointing(urn: Urn, type: string, relationship: string): Promise<readonly Urn[]>;
  /** Call this after a write, so that everything is read again. */
  forget(): void;
}

interface WantedAspects {
  readonly urn: Urn;
  readonly aspect: string;
}

interface FoundAspect {
  readonly exists: boolean;
  readonly state: AspectState | undefined;
}

/** A question about an entity. The same question about several is one batch. */
interface LoaderQuestion<Question> {
  readonly urn: Urn;
  readonly question: Question;
}

/** Most aspects of one read. */
const MOST_AT_ONCE = 1_000;
/** Most lists of one read: each may have thousands of items. */
const MOST_LISTS = 100;
const EDGES = 5_000;

export function makeLoaders(catalog: Catalog, budget: Pick<Budget, 'aspect' | 'list' | 'spend'>): Loaders {
  const loader = new DataLoader<WantedAspects, FoundAspect, string>((asked) => readAll(catalog, asked), {
    // A batch answers everybody who waits for it in one turn of the event loop.
    maxBatchSize: MOST_AT_ONCE,
    cacheKeyFn: ({ urn, aspect }) => `${aspect} ${urn.text}`,
  });
  const latest = new DataLoader<WantedAspects, string | undefined, string>((asked) => latestOf(catalog, asked), {
    maxBatchSize: MOST_AT_ONCE,
    cacheKeyFn: ({ urn, aspect }) => `${aspect} ${urn.text}`,
  });
  const state = async (urn: Urn, aspect: string): Promise<AspectState | undefined> => {
    const { state: found } = await loader.load({ urn, aspect });
    if (found) budget.aspect(found.value.text);
    return found;
  };
  const lists = <Question, Result>(read: (urns: readonly Urn[], question: Question) => Promise<readonly Result[]>) =>
    listLoader<Question, Result>((urns, question) => budget.list(() => read(urns, question), urns.length));
  const points = lists((urns, window: SeriesWindow) => catalog.seriesOfEach(urns, window));
  const related = lists((urns, { direction, types, start, count }: Ends & { start: number; count: number }) =>
    catalog.relatedOf(urns, direction, types, start, count),
  );
  const counts = lists((urns, { direction, types }: Ends) => catalog.relatedCounts(urns, direction, types));
  const pointing = lists((urns, ends: { type: string; relationship: string }) => pointingAt(catalog, urns, ends));
  const spending = <Item, List extends { readonly length: number }>(found: Item, list: List): Item => {
    budget.spend(list.length);
    return found;
  };
  return {
    state,
    value: async (urn, aspect) => (await state(urn, aspect))?.value.json as Record<string, unknown> | undefined,
    exists: async (urn) => (await loader.load({ urn, aspect: urn.type.key.name })).exists,
    latestPoint: async (urn, aspect) => {
      const text = await latest.load({ urn, aspect });
      if (text === undefined) return undefined;
      budget.aspect(text);
      return JSON.parse(text) as Record<string, unknown>;
    },
    points: async (urn, question) => {
      const found = await points.load({ urn, question });
      return spending(found, found);
    },
    related: async (urn, ends, start, count) => {
      const found = await related.load({ urn, question: { ...ends, start, count } });
      return spending(found, found.related);
    },
    relatedCounts: (urn, question) => counts.load({ urn, question }),
    pointing: async (urn, type, relationship) => {
      const found = await pointing.load({ urn, question: { type, relationship } });
      return spending(found, found);
    },
    forget: () => {
      for (const each of [loader, latest, points, related, counts, pointing]) each.clearAll();
    },
  };
}

/** Answers each question of a batch once, for all of its entities. */
function listLoader<Question, Result>(
  read: (urns: readonly Urn[], question: Question) => Promise<readonly Result[]>,
): DataLoader<LoaderQuestion<Question>, Result, string> {
  const keyOf = ({ question }: LoaderQuestion<Question>): string => JSON.stringify(question);
  return new DataLoader(
    async (asked) => {
      const groups = new Map<string, LoaderQuestion<Question>[]>();
      for (const each of asked) groups.set(keyOf(each), [...(groups.get(keyOf(each)) ?? []), each]);
      const answers = new Map<LoaderQuestion<Question>, Result | Error>();
      await Promise.all(
        [...groups.values()].map(async (group) => {
          const [first] = group;
          if (!first) return;
          const urns = group.map(({ urn }) => urn);
          const failed = (error: unknown): Error[] => group.map(() => (error instanceof Error ? error : new Error(String(error))));
          const results = await read(urns, first.question).catch(failed);
          for (const [at, each] of group.entries()) answers.set(each, results[at] ?? new Error('the core answers each question'));
        }),
      );
      return asked.map((each) => answers.get(each) ?? new Error('each question is in a group'));
    },
    { maxBatchSize: MOST_LISTS, cacheKeyFn: (asked) => `${keyOf(asked)} ${asked.urn.text}` },
  );
}

async function readAll(catalog: Catalog, asked: readonly WantedAspects[]): Promise<FoundAspect[]> {
  const urns = new Map(asked.map(({ urn }) => [urn.text, urn]));
  const views = await catalog.read([...urns.values()], [...new Set(asked.map(({ aspect }) => aspect))]);
  const found = new Map(views.map((view) => [view.urn.text, view]));
  return asked.map(({ urn, aspect }) => {
    const view = found.get(urn.text);
    return { exists: view?.exists ?? false, state: view?.aspects.find((each) => each.aspect.name === aspect)?.state };
  });
}

async function latestOf(catalog: Catalog, asked: readonly WantedAspects[]): Promise<(string | undefined)[]> {
  const found = await catalog.latestPoints(
    asked.map(({ urn, aspect }) => ({ urn, aspects: [...urn.type.aspects.values()].filter(({ name }) => name === aspect) })),
  );
  return found.map(([first]) => first?.point.text);
}

async function pointingAt(
  catalog: Catalog,
  urns: readonly Urn[],
  { type, relationship }: { readonly type: string; readonly relationship: string },
): Promise<Urn[][]> {
  const spec = catalog.model.entityTypes.get(type);
  const targets = urns.map(({ text }) => text);
  const found = new Map<string, Urn[]>(targets.map((target) => [target, []]));
  let after: number | undefined;
  for (let more = spec !== undefined; more; ) {
    const request = { types: [relationship], sourceTypes: spec && [spec], targetTypes: undefined, sources: undefined, targets };
    const page = await catalog.edges({ ...request, includeRemoved: false, after, count: EDGES });
    for (const { source, target } of page) found.get(target)?.push(urnFrom(catalog.model, source));
    after = page.at(-1)?.id;
    more = page.length === EDGES;
  }
  return targets.map((target) => found.get(target) ?? []);
}
