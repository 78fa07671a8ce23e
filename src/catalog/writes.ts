/**
 * The calls of the core that write, and what writes need.
 */
import type { AspectChange } from '../access/index.ts';
import { commit } from '../graph/commit.ts';
import type { Graph } from '../graph/driver.ts';
import type { EntityReader } from '../graph/read.ts';
import type { RecentCommits } from '../graph/recent-commits.ts';
import { dropEdges } from '../graph/references.ts';
import type { Log } from '../log.ts';
import { PROPERTY_DEFINITION } from '../model/known-names.ts';
import type { AspectSpec, Model } from '../model/types.ts';
import type { Urn } from '../model/urn.ts';
import { makeSlices } from '../slices.ts';
import type { AccessReader } from './access/access.ts';
import type { Catalog } from './calls.ts';
import { type IndexStatus, withIndexStatus } from './find/index-status.ts';
import { finishDeletesOf } from './maintenance/clean-up.ts';
import { deletionOf } from './maintenance/deletion.ts';
import { mayRelink } from './maintenance/link-siblings.ts';
import { makeRuns } from './maintenance/runs.ts';
import { settleNext, takeReferencesOf } from './maintenance/settle.ts';
import { deleteReferences } from './read/references.ts';
import type { Secrets } from './secrets.ts';
import type { Sender, WithSender, Writers } from './sender.ts';
import { dropLatestPoint } from './series/latest-points.ts';
import { makeCommitter } from './write/committer.ts';
import { observed } from './write/observer.ts';
import type { RecentEntities } from './write/recent-entities.ts';
import { makeRehearsal } from './write/rehearse.ts';
import { write } from './write/write.ts';

interface StoreParts {
  readonly model: Model;
  readonly graph: Graph;
  readonly reader: EntityReader;
  readonly log: Log;
  readonly tail: RecentCommits;
  readonly recent: RecentEntities;
  readonly indexStatus: IndexStatus;
  readonly strictFields: boolean;
  readonly retention: number | undefined;
  readonly secrets: Secrets | undefined;
  /** Tells the job that removes values that there is work. */
  removal(): void;
  /** The same of the job that links siblings. */
  linking(): void;
}

/** Writes as the server itself, which nobody judges. */
interface StoreWrites {
  readonly write: Catalog['write'];
  /** As `write`, but nothing is written: it answers what would become of each proposal. */
  readonly rehearse: Catalog['write'];
  readonly settleNext: Catalog['settleNext'];
  readonly drained: Catalog['drained'];
}

export function makeStoreWrites(parts: StoreParts): StoreWrites {
  const { model, graph, reader, log, tail, recent, indexStatus, strictFields, retention, secrets } = parts;
  const committer = makeCommitter(
    async (needs, decide) => {
      const committed = await commit(graph, needs, decide);
      const { place, entries } = committed;
      if (entries.length > 0) tail.add({ ...place, entries });
      if (entries.some(({ aspect, type }) => type === 'delete' || aspect === PROPERTY_DEFINITION)) parts.removal();
      if (mayRelink(model, entries).length > 0) parts.linking();
      return committed;
    },
    { model, strictFields, retention },
    recent,
  );
  const writeHere: Catalog['write'] = async (request) => {
    const result = await write({ model, committer, strictFields, secrets }, request);
    await finishDeletesOf(graph, result);
    const seq = await takeReferencesOf(settling, result, makeSlices());
    return withIndexStatus(model, indexStatus, request, { ...result, ...(seq > 0 && { seq }) });
  };
  const settling = { model, graph, reader, log, write: writeHere };
  return {
    write: writeHere,
    rehearse: makeRehearsal(graph, { model, strictFields, retention, secrets }),
    settleNext: () => settleNext(settling),
    drained: () => committer.drained(),
  };
}

type WriteNames = 'write' | 'deleteReferences' | 'deletion' | 'dropLatestPoint' | 'dropEdges';

interface SenderWriteParts extends Pick<StoreParts, 'model' | 'graph' | 'reader' | 'indexStatus'> {
  readonly writers: Writers;
  readonly people: Pick<AccessReader, 'rights'>;
}

export function makeWrites({
  model,
  graph,
  reader,
  indexStatus,
  writers,
  people,
}: SenderWriteParts): WithSender<Pick<Catalog, WriteNames>> & { runs: WithSender<Catalog['runs']> } {
  /** @throws Refusal forbidden */
  const requireChange = async ({ decided, observer }: Sender, urn: Urn, aspect: AspectSpec): Promise<void> => {
    if (!decided) return;
    const subject = [{ urn, aspect, value: undefined, patch: undefined }];
    (await people.rights(decided, subject, observer.allowed)).judge(deletionOfPoint(urn, aspect));
  };
  return {
    write: writers.judged,
    deleteReferences: (sender, urn, actor) =>
      deleteReferences({ model, graph, reader, write: (request) => writers.judged(sender, request) }, urn, actor),
    deletion: (sender, urn, request) => deletionOf({ model, graph, rehearse: (each) => writers.rehearsed(sender, each) }, urn, request),
    dropLatestPoint: async (sender, urn, aspect, ...rest) => {
      await requireChange(sender, urn, aspect);
      const { observer } = sender;
      return observed(observer, urn.text, dropLatestPoint({ graph, indexStatus, committed: observer.committed }, urn, aspect, ...rest));
    },
    dropEdges: ({ observer }, urn) => observed(observer, urn.text, dropEdgesOf({ graph, indexStatus }, urn)),
    runs: makeRuns({ model, graph, reader, write: writers.judged }),
  };
}

async function dropEdgesOf({ graph, indexStatus }: Pick<StoreParts, 'graph' | 'indexStatus'>, urn: Urn): Promise<number> {
  const dropped = await dropEdges(graph, urn.text);
  // Some of them may have told something that search knows.
  if (dropped > 0) await indexStatus.reindexThese([urn.text]);
  return dropped;
}

/** The deletion of a point, as rights judge it. */
function deletionOfPoint(urn: Urn, { name }: AspectSpec): AspectChange {
  return { urn: urn.text, type: urn.type.name, aspect: name, before: undefined, after: undefined, creates: false, erases: false };
}
