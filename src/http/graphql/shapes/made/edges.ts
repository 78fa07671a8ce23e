/**
 * The mutation `updateLineage`: adds and removes edges of lineage, each in the aspect that holds such edges.
 */
import { badParameter } from '../../../../errors.ts';
import type { Urn } from '../../../../model/urn.ts';
import { type Resolve, refNamed } from '../../operation.ts';
import { at, edit, type Operation, patchOf, resourcesOf } from '../../operations/edits/resources.ts';
import { stampOf } from '../../types/property-inputs.ts';

interface Edge {
  readonly upstreamUrn: string;
  readonly downstreamUrn: string;
}

interface Holder {
  readonly end: 'upstream' | 'downstream';
  readonly aspect: string;
  readonly list: string;
  /** Lists that the aspect must have. */
  readonly needs: readonly string[];
}

const JOB = { aspect: 'dataJobInputOutput', needs: ['inputDatasets', 'outputDatasets'] } as const;

/** By the types of upstream and downstream. */
const HOLDERS: Readonly<Record<string, Holder>> = {
  'dataset dataset': { end: 'downstream', aspect: 'upstreamLineage', list: 'upstreams', needs: [] },
  'dataJob dataset': { ...JOB, end: 'upstream', list: 'outputDatasetEdges' },
  'dataset dataJob': { ...JOB, end: 'downstream', list: 'inputDatasetEdges' },
  'dataJob dataJob': { ...JOB, end: 'downstream', list: 'inputDatajobEdges' },
  'dataset chart': { end: 'downstream', aspect: 'chartInfo', list: 'inputEdges', needs: [] },
  'chart dashboard': { end: 'downstream', aspect: 'dashboardInfo', list: 'chartEdges', needs: [] },
  'dataset dashboard': { end: 'downstream', aspect: 'dashboardInfo', list: 'datasetEdges', needs: [] },
};

interface Patch {
  readonly urn: Urn;
  readonly aspect: string;
  readonly patch: Operation[];
}

export const updateLineage: Resolve<{ input: { edgesToAdd: readonly (Edge | null)[]; edgesToRemove: readonly (Edge | null)[] } }> = async (
  _,
  { input },
  context,
) => {
  const { model } = context.catalog;
  const patches = new Map<string, Patch>();
  const take = async (op: 'add' | 'remove', { upstreamUrn, downstreamUrn }: Edge): Promise<void> => {
    const [upstream, downstream] = [refNamed(model, upstreamUrn)?.read, refNamed(model, downstreamUrn)?.read];
    const found = upstream && downstream ? HOLDERS[`${upstream.type.name} ${downstream.type.name}`] : undefined;
    if (!upstream || !downstream || !found) {
      const expected = 'edges between datasets, jobs, charts and dashboards that the model has';
      throw badParameter('/input', expected, `${upstreamUrn} -> ${downstreamUrn}`);
    }
    const [urn, other] = found.end === 'downstream' ? [downstream, upstream] : [upstream, downstream];
    const key = `${found.aspect} ${urn.text}`;
    const stored = patches.has(key) ? undefined : await context.loaders.value(urn, found.aspect);
    const begun =
      stored || patches.has(key) || op === 'remove' ? [] : found.needs.map((list): Operation => ({ op: 'add', path: at(list), value: [] }));
    const entry = patches.get(key) ?? { urn, aspect: found.aspect, patch: begun };
    patches.set(key, entry);
    const path = at(found.list, other.text);
    entry.patch.push(op === 'remove' ? { op, path } : { op, path, value: valueOfEdge(found.list, other.text, context.actor) });
  };
  const given = (edges: readonly (Edge | null)[]): Edge[] => edges.filter((edge) => edge !== null);
  const ends = given(input.edgesToAdd).flatMap((edge) => [edge.upstreamUrn, edge.downstreamUrn]);
  await resourcesOf(
    context,
    [...new Set(ends)].map((resourceUrn) => ({ resourceUrn })),
  );
  for (const edge of given(input.edgesToAdd)) await take('add', edge);
  for (const edge of given(input.edgesToRemove)) await take('remove', edge);
  return edit(
    context,
    [...patches.values()].map(({ urn, aspect, patch }) => patchOf(urn, aspect, patch)),
  );
};

function valueOfEdge(list: string, urn: string, actor: string): object {
  const stamp = stampOf(actor);
  return list === 'upstreams'
    ? { dataset: urn, type: 'TRANSFORMED', auditStamp: stamp }
    : { destinationUrn: urn, created: stamp, lastModified: stamp };
}
