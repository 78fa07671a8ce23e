import { type EntityView, readEntities } from '../../api/entity.ts';
import { type Loaded, useLoad } from '../../parts/use-load.ts';

/** The entity of a column, which has what the schema does not: structured properties, documentation of others. Mostly there is none. */
export function useColumnEntity(urn: string): Loaded<EntityView | undefined> {
  return useLoad(async (signal) => (await readEntities([urn], signal))[0], [urn]);
}
