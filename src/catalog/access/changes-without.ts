/**
 * The change stream for who sees all entities, though not all of their columns.
 */
import type { Catalog } from '../calls.ts';
import type { ChangesPage } from '../changes/types.ts';
import type { HiddenColumns } from './hidden-columns.ts';

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
