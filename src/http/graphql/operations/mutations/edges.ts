/**
 * The mutation `updateLineage`: adds and removes edges of lineage, each in the aspect that holds such edges.
 */
import { type EditOperation, patchEdit } from '../../../../catalog/index.ts';
import { badParameter } from '../../../../errors.ts';
import { pointerText } from '../../../../model/pointer.ts';
import { type Resolve, type Resolvers, refNamed, stampOf } from '../../operation.ts';
import { editEach, resourcesOf } from '../edits/resources.ts';

interface Edge {
  readonly upstreamUrn: string;
  readonly downstreamUrn: string;
}

interface Holder {
  readonly end: 'upstream' | 'downstream';
  readonly aspect: string;
  readonly list: string;
}

/** By the types of upstream and downstream. */
const HOLDERS: Readonly<Record<string, Holder>> = {
  'dataset dataset': { end: 'downstream', aspect: 'upstreamLineage', list: 'upstreams' },
  'dataJob dataset': { end: 'upstream', aspect: 'dataJobInputOutput', list: 'outputDatasetEdges' },
  'dataset dataJob': { end: 'downstream', aspect: 'dataJobInputOutput', list: 'inputDatasetEdges' },
  'dataJob dataJob': { end: 'downstream', aspect: 'dataJobInputOutput', list: 'inputDatajobEdges' },
  'dataset chart': { end: 'downstream', aspect: 'chartInfo', list: 'inputEdges' },
  'chart dashboard': { end: 'downstream', aspect: 'dashboardInfo', list: 'chartEdges' },
  'dataset dashboard': { end: 'downstream', aspect: 'dashboardInfo', list: 'datasetEdges' },
};

/** Clients tell by it edges that people have made. */
const BY_HAND = { source: 'UI' };

interface Patch {
  readonly urn: string;
  readonly aspect: string;
  readonly operations: EditOperation[];
}

const updateLineage: Resolve<{ input: { edgesToAdd: readonly (Edge | null)[]; edgesToRemove: readonly (Edge | null)[] } }> = async (
  _,
  { input },
  context,
) => {
  const { model } = context.catalog;
  const patches = new Map<string, Patch>();
  const take = (op: 'add' | 'remove', { upstreamUrn, downstreamUrn }: Edge): void => {
    const [upstream, downstream] = [refNamed(model, upstreamUrn)?.read, refNamed(model, downstreamUrn)?.read];
    const found = upstream && downstream ? HOLDERS[`${upstream.type.name} ${downstream.type.name}`] : undefined;
    if (!upstream || !downstream || !found) {
      const expected = 'edges between datasets, jobs, charts and dashboards that the model has';
      throw badParameter('/input', expected, `${upstreamUrn} -> ${downstreamUrn}`);
    }
    const [urn, other] = found.end === 'downstream' ? [downstream, upstream] : [upstream, downstream];
    const key = `${found.aspect} ${urn.text}`;
    const entry = patches.get(key) ?? { urn: urn.text, aspect: found.aspect, operations: [] };
    patches.set(key, entry);
    const path = pointerText([found.list, other.text]);
    entry.operations.push(op === 'remove' ? { op, path } : { op, path, value: valueOfEdge(found.list, other.text, context.actor) });
  };
  const given = (edges: readonly (Edge | null)[]): Edge[] => edges.filter((edge) => edge !== null);
  const ends = given(input.edgesToAdd).flatMap((edge) => [edge.upstreamUrn, edge.downstreamUrn]);
  await resourcesOf(context, [...new Set(ends)]);
  for (const edge of given(input.edgesToAdd)) take('add', edge);
  for (const edge of given(input.edgesToRemove)) take('remove', edge);
  return editEach(context, [...patches.values()], ({ urn, aspect, operations }) => patchEdit(urn, aspect, operations));
};

function valueOfEdge(list: string, urn: string, actor: string): object {
  const stamp = stampOf(actor);
  return list === 'upstreams'
    ? { dataset: urn, type: 'TRANSFORMED', auditStamp: stamp, properties: BY_HAND }
    : { destinationUrn: urn, created: stamp, lastModified: stamp, properties: BY_HAND };
}

export const edges: Resolvers = { Mutation: { updateLineage } };
