/**
 * The mutation `updateLineage`: adds and removes edges of lineage, each in the aspect that holds such edges.
 */
import { type EditOperation, patchEdit, valueIn } from '../../../../catalog/index.ts';
import { badParameter } from '../../../../errors.ts';
import type { Arguments, LineageEdge } from '../../../../generated/arguments.ts';
import { LINEAGE_HOLDERS, type LineageHolder } from '../../../../model/lineage-holders.ts';
import { recordsIn, textIn, textsIn } from '../../../../model/pick.ts';
import { pointerText } from '../../../../model/pointer.ts';
import type { Urn } from '../../../../model/urn.ts';
import { type GraphContext, type Resolve, type Resolvers, refNamed, stampOf } from '../../operation.ts';
import { editEach, resourcesOf } from '../edits/resources.ts';
import { followDrawn } from './follow-drawn.ts';

const LINEAGE = 'upstreamLineage';
const UPSTREAMS = 'upstreams';

/** Clients tell by it edges that people have made. */
const BY_HAND = { source: 'UI' };

interface EdgePatch {
  readonly urn: string;
  readonly aspect: string;
  readonly operations: EditOperation[];
}

const updateLineage: Resolve<Arguments['updateLineage']> = async (_, { input }, context) => {
  const { model } = context.catalog;
  const patches = new Map<string, EdgePatch>();
  const take = async (op: 'add' | 'remove', { upstreamUrn, downstreamUrn, reason }: LineageEdge): Promise<void> => {
    const [upstream, downstream] = [refNamed(model, upstreamUrn)?.read, refNamed(model, downstreamUrn)?.read];
    const found = upstream && downstream ? holderOf(upstream, downstream) : undefined;
    if (!upstream || !downstream || !found) {
      const expected = 'edges between datasets, jobs, charts and dashboards that the model has';
      throw badParameter('/input', expected, `${upstreamUrn} -> ${downstreamUrn}`);
    }
    const [urn, other] = found.end === 'downstream' ? [downstream, upstream] : [upstream, downstream];
    const key = `${found.aspect} ${urn.text}`;
    const entry = patches.get(key) ?? { urn: urn.text, aspect: found.aspect, operations: [] };
    patches.set(key, entry);
    const path = pointerText([found.list, other.text]);
    if (op === 'add') {
      entry.operations.push({ op, path, value: valueOfEdge(found.list, other.text, context.actor, reason ?? undefined) });
      return;
    }
    entry.operations.push({ op, path });
    if (found.old !== undefined) entry.operations.push({ op, path: pointerText([found.old, other.text]) });
    if (found.list === UPSTREAMS) entry.operations.push(...(await columnsThrough(context, urn, other.text)));
  };
  const given = (edges: readonly (LineageEdge | null)[]): LineageEdge[] => edges.filter((edge) => edge !== null);
  const ends = given(input.edgesToAdd).flatMap((edge) => [edge.upstreamUrn, edge.downstreamUrn]);
  await resourcesOf(context, [...new Set(ends)]);
  for (const edge of given(input.edgesToAdd)) await take('add', edge);
  for (const edge of given(input.edgesToRemove)) await take('remove', edge);
  await editEach(context, [...patches.values()], ({ urn, aspect, operations }) => patchEdit(urn, aspect, operations));
  await followDrawn(context, [
    ...new Set([...patches.values()].filter(({ operations }) => operations.some(({ op }) => op === 'add')).map(({ urn }) => urn)),
  ]);
  return true;
};

function holderOf(upstream: Urn, downstream: Urn): LineageHolder | undefined {
  return LINEAGE_HOLDERS.find((each) => each.upstream === upstream.type.name && each.downstream === downstream.type.name);
}

/** The lineage of columns through a dataset that no longer is upstream goes with it. */
async function columnsThrough({ catalog }: GraphContext, downstream: Urn, upstream: string): Promise<EditOperation[]> {
  const [view] = await catalog.read([downstream], [LINEAGE]);
  const value = valueIn(view, LINEAGE);
  return recordsIn(value, 'fineGrainedLineages').flatMap((each) => {
    const through = textsIn(each, 'upstreams').filter((urn) => urn === upstream || urn.includes(`(${upstream},`));
    const downstreams = textsIn(each, 'downstreams');
    // An entry without columns downstream, such as that of a filter, has an empty name there.
    return (downstreams.length === 0 ? [''] : downstreams).flatMap((column) =>
      through.map((urn): EditOperation => {
        const path = ['fineGrainedLineages', textIn(each, 'transformOperation') ?? 'NONE', column, textIn(each, 'query') ?? 'NONE', urn];
        return { op: 'remove', path: pointerText(path) };
      }),
    );
  });
}

/** @param reason how somebody knows it */
function valueOfEdge(list: string, urn: string, actor: string, reason: string | undefined): object {
  const stamp = stampOf(actor);
  const properties = { ...BY_HAND, ...(reason !== undefined && { reason }) };
  return list === UPSTREAMS
    ? { dataset: urn, type: 'TRANSFORMED', auditStamp: stamp, properties }
    : { destinationUrn: urn, created: stamp, lastModified: stamp, properties };
}

export const edges: Resolvers = { Mutation: { updateLineage } };
