/**
 * The namespace of the store: its first start decides, and every later one uses the same names. Entities of both would not see each other.
 */
import { StartError } from '../../errors.ts';
import type { Graph } from '../../graph/driver.ts';
import { entitiesPage, PAST_ALL } from '../../graph/index-reads.ts';
import { countNames, keepNamespace, noteModel, readStore } from '../../graph/store.ts';
import type { Log } from '../../log.ts';
import { fingerprint } from '../../model/fingerprints.ts';
import { NAMESPACES, type Namespace, namesOf } from '../../model/names.ts';
import type { Model } from '../../model/types.ts';

const PAGE = 1_000;

/** What the start knows of the store's namespace. */
interface NamespaceParts {
  /** `API_NAMESPACE`. */
  readonly asked: Namespace | undefined;
  /** The data folder, if the graph stands in it. */
  readonly folder: string | undefined;
  /** The URNs that Cairn itself writes: seed entities and the demo. */
  ownUrns(namespace: Namespace): Iterable<string>;
}

/**
 * The namespace of the store. A store that has none yet gets the one that the settings name.
 *
 * @throws StartError if the settings name another one than the store has
 */
export async function namespaceOf(graph: Graph, { asked, folder, ownUrns }: NamespaceParts): Promise<Namespace> {
  const kept = await keepNamespace(graph, asked ?? (await mostUsed(graph)));
  if (asked === undefined || asked === kept) return kept;
  const anew =
    folder !== undefined && (await holdsOnly(graph, new Set(ownUrns(kept))))
      ? `Nothing but what Cairn brings itself is in ${folder}, so this begins anew there: rm -r '${folder}' && API_NAMESPACE=${asked} npm start`
      : `For names of ${asked}, set ${folder === undefined ? 'NEO4J_URI to an empty Neo4j' : 'DATA_DIR to an empty folder'}`;
  throw new StartError(
    `API_NAMESPACE=${asked} does not fit this store: it was first started with ${kept}, and keeps the names ${namesOf(kept).urnPrefix}…. ` +
      `To go on with it, leave out API_NAMESPACE. ${anew}`,
  );
}

/** For a store without a namespace: that of most of its entities. Before Cairn refused that, servers of both could write to one store. */
async function mostUsed(graph: Graph): Promise<Namespace> {
  const isKnown = (await readStore(graph))?.namespace !== undefined;
  let [most, best]: [number, Namespace] = [0, NAMESPACES[0]];
  for (const namespace of isKnown ? [] : NAMESPACES) {
    const entities = await countNames(graph, namesOf(namespace).urnPrefix);
    if (entities > most) [most, best] = [entities, namespace];
  }
  return best;
}

async function holdsOnly(graph: Graph, own: ReadonlySet<string>): Promise<boolean> {
  for (let after = ''; ; ) {
    const page = await entitiesPage(graph, after, PAST_ALL, PAGE);
    if (page.some((urn) => !own.has(urn))) return false;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return true;
    after = last;
  }
}

/** Notes which model servers use from now on, and logs if it is another one than before. */
export async function knowModel(graph: Graph, model: Model, log: Log): Promise<void> {
  const [before, now] = [await noteModel(graph, fingerprint(model)), fingerprint(model)];
  if (before !== undefined && before !== now) log('store.other-model', { before, now });
}
