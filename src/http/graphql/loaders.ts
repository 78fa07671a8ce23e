/**
 * Reads of one request, in batches: if many fields of many entities need data at once, the core is called once.
 */
import DataLoader from 'dataloader';
import type { AspectState, Catalog } from '../../catalog/index.ts';
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
  /** Call this after a write, so that everything is read again. */
  forget(): void;
}

interface WantedAspects {
  readonly urn: Urn;
  readonly aspect: string;
}

interface Found {
  readonly exists: boolean;
  readonly state: AspectState | undefined;
}

/** Most aspects of one read. */
const MOST_AT_ONCE = 1_000;

export function makeLoaders(catalog: Catalog, budget: Pick<Budget, 'aspect'>): Loaders {
  const loader = new DataLoader<WantedAspects, Found, string>((asked) => readAll(catalog, asked), {
    // A batch answers everybody who waits for it in one turn of the event loop.
    maxBatchSize: MOST_AT_ONCE,
    cacheKeyFn: ({ urn, aspect }) => `${aspect} ${urn.text}`,
  });
  const state = async (urn: Urn, aspect: string): Promise<AspectState | undefined> => {
    const { state: found } = await loader.load({ urn, aspect });
    if (found) budget.aspect(found.value.text);
    return found;
  };
  return {
    state,
    value: async (urn, aspect) => (await state(urn, aspect))?.value.json as Record<string, unknown> | undefined,
    exists: async (urn) => (await loader.load({ urn, aspect: urn.type.key.name })).exists,
    forget: () => loader.clearAll(),
  };
}

async function readAll(catalog: Catalog, asked: readonly WantedAspects[]): Promise<Found[]> {
  const urns = new Map(asked.map(({ urn }) => [urn.text, urn]));
  const views = await catalog.read([...urns.values()], [...new Set(asked.map(({ aspect }) => aspect))]);
  const found = new Map(views.map((view) => [view.urn.text, view]));
  return asked.map(({ urn, aspect }) => {
    const view = found.get(urn.text);
    return { exists: view?.exists ?? false, state: view?.aspects.find((each) => each.aspect.name === aspect)?.state };
  });
}
