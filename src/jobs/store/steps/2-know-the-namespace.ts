/**
 * Format 2: the store knows its namespace. An older store learns it from its seed entities. Servers of both namespaces may have written to it: the
 * one that came first has its catalog.
 */
import { firstWritten, keepNamespace } from '../../../graph/store.ts';
import { NAMESPACES, namesOf } from '../../../model/names.ts';
import type { UpgradeStep } from './step.ts';

/** Seed entities that every released version wrote. */
const SEEDS = ['dataType:{ns}.string', 'ownershipType:__system__none', 'corpuser:datahub'];

export const knowTheNamespace: UpgradeStep = {
  name: 'know the namespace',
  async run({ graph }) {
    const seeds = NAMESPACES.flatMap((namespace) => {
      const { urnPrefix, word } = namesOf(namespace);
      return SEEDS.map((seed) => ({ namespace, urn: urnPrefix + seed.replace('{ns}', word) }));
    });
    const urns = seeds.map(({ urn }) => urn);
    const first = await firstWritten(graph, urns);
    const namespace = seeds.find(({ urn }) => urn === first)?.namespace;
    if (namespace) await keepNamespace(graph, namespace);
  },
};
