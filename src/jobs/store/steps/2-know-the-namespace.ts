/**
 * Format 2: the store knows its namespace. An older store learns it from its seed entities. If servers of both namespaces have written to it, the
 * start decides (../namespace.ts).
 */
import { keepNamespace, presentOf } from '../../../graph/store.ts';
import { NAMESPACES, type Namespace, namesOf } from '../../../model/names.ts';
import type { UpgradeStep } from './step.ts';

/** Seed entities that every released version wrote. */
const SEEDS = ['dataType:{ns}.string', 'ownershipType:__system__none', 'corpuser:datahub'];

export const knowTheNamespace: UpgradeStep = {
  name: 'know the namespace',
  async run({ graph }) {
    const seedsOf = (namespace: Namespace): string[] => {
      const { urnPrefix, word } = namesOf(namespace);
      return SEEDS.map((seed) => urnPrefix + seed.replace('{ns}', word));
    };
    const present = new Set(await presentOf(graph, NAMESPACES.flatMap(seedsOf)));
    const [namespace, ...others] = NAMESPACES.filter((each) => seedsOf(each).some((urn) => present.has(urn)));
    if (namespace && others.length === 0) await keepNamespace(graph, namespace);
  },
};
