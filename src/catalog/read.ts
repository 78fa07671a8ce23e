/**
 * The core's reading calls: entities with their latest aspects, and one version of one aspect (semantics 6).
 */
import { malformed, notFound } from '../errors.ts';
import type { Graph } from '../graph/driver.ts';
import { type EntityReader, readVersion as readStoredVersion } from '../graph/read.ts';
import type { AspectSpec, Model } from '../model/types.ts';
import { isProblem, keyValue, parseUrn, type Urn } from '../model/urn.ts';
import { findAspect } from './accept.ts';
import { stateOf } from './draft.ts';
import { valueOf } from './json.ts';
import type { AspectState } from './proposal.ts';

export interface EntityView {
  readonly urn: Urn;
  /** Does it have its key aspect? */
  readonly exists: boolean;
  /** Latest aspects; the key first, as computed from the URN where it is not stored. */
  readonly aspects: readonly { readonly aspect: AspectSpec; readonly state: AspectState }[];
}

/**
 * Reads a URN of a path or a parameter.
 *
 * @throws Refusal malformed (400), also for an entity type that the model does not have
 */
export function urnFrom(model: Model, text: string): Urn {
  const urn = parseUrn(model, text);
  if (isProblem(urn)) throw malformed(`Invalid urn!: ${text} (${urn.problem})`, [{ pointer: '/urn', expected: `a URN; this one ${urn.problem}`, got: text }]);
  return urn;
}

/** Latest aspects of entities, in the order of `urns`. `names`: only these aspects, and the key; names that the type does not have are ignored. */
export async function readEntities(model: Model, reader: EntityReader, urns: readonly Urn[], names: readonly string[] | undefined): Promise<EntityView[]> {
  const rows = await reader(
    urns.map(({ text }) => text),
    names && [...new Set(urns.flatMap(({ type }) => [type.key.name, ...names.map((name) => findAspect(type, name)?.name ?? '')]))],
  );
  return urns.map((urn) => {
    const row = rows.get(urn.text);
    const stored = new Map((row?.latest ?? []).map((each) => [each.name, each]));
    const view: { aspect: AspectSpec; state: AspectState }[] = [];
    for (const aspect of urn.type.aspects.values()) {
      const found = stored.get(aspect.name);
      if (found) view.push({ aspect, state: stateOf(found) });
      else if (aspect.kind === 'key') view.push({ aspect, state: computedKey(model, urn) });
    }
    return { urn, exists: row?.exists ?? false, aspects: view };
  });
}

function computedKey(model: Model, urn: Urn): AspectState {
  const actor = `${model.names.urnPrefix}corpuser:${model.names.systemActor}`;
  return { seq: 0, value: valueOf(keyValue(urn)), at: 0, by: actor, firstAt: 0, firstBy: actor, meta: {} };
}

/**
 * One version of a versioned aspect: 0 is the latest, k the k-th oldest; the number of the latest content is not readable (semantics 4.1).
 *
 * @throws Refusal notFound
 */
export async function readVersion(model: Model, graph: Graph, reader: EntityReader, urn: Urn, name: string, version: number): Promise<{ aspect: AspectSpec; state: AspectState }> {
  const aspect = findAspect(urn.type, name);
  if (!aspect) throw notFound(`Unknown aspect ${name} for entity ${urn.type.name}`);
  if (aspect.kind === 'timeseries') throw notFound(`Aspect ${aspect.name} is a timeseries and has no versions; read it with getTimeseriesAspectValues`);
  const missing = notFound(`Aspect ${aspect.name} of ${urn.text} has no version ${version}`);
  if (version < 0) throw missing;
  if (version > 0) {
    const stored = await readStoredVersion(graph, urn.text, aspect.name, version);
    if (!stored) throw missing;
    return { aspect, state: stateOf(stored) };
  }
  const rows = await reader([urn.text], [aspect.name]);
  const stored = rows.get(urn.text)?.latest[0];
  if (!stored) throw notFound(`${urn.text} has no aspect ${aspect.name}`);
  return { aspect, state: stateOf(stored) };
}
