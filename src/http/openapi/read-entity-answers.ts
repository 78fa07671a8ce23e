/**
 * Which aspects of an entity an answer shows (docs/semantics.md 13.2, 13.3).
 */
import type { Catalog, EntityView } from '../../catalog/index.ts';
import { mapInSlices } from '../../slices.ts';
import { type EntityAnswer, envelope, pointEnvelope } from './envelope.ts';

/** What an answer shows of an entity. */
interface ShownEntity {
  readonly view: EntityView;
  /** Undefined: all aspects that are no timeseries. */
  readonly names: readonly string[] | undefined;
}

/**
 * With named aspects only those, also where the entity has none of them; of a timeseries that is named the latest point
 * (docs/semantics.md 13.3).
 *
 * @param asOf epoch ms: points of a later time do not count
 */
export async function readEntityAnswers(
  catalog: Catalog,
  wanted: readonly ShownEntity[],
  withMetadata: boolean,
  asOf?: number,
): Promise<EntityAnswer[]> {
  const asked = await mapInSlices(wanted, ({ view: { urn }, names = [] }) => ({
    urn,
    aspects: [...urn.type.aspects.values()].filter(({ name, kind }) => kind === 'timeseries' && names.includes(name)),
  }));
  const points = asked.some(({ aspects }) => aspects.length > 0) ? await catalog.latestPoints(asked, asOf) : [];
  return mapInSlices(wanted, ({ view, names }, index) => {
    const chosen = names ? view.aspects.filter(({ aspect }) => names.includes(aspect.name)) : view.aspects;
    const latest = points[index] ?? [];
    return {
      urn: view.urn.text,
      aspects: [
        ...chosen.map(({ aspect, state }) => envelope(aspect.name, state, withMetadata)),
        ...latest.map(({ aspect, point }) => pointEnvelope(aspect.name, point, withMetadata)),
      ],
    };
  });
}
