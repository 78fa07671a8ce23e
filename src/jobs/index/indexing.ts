/**
 * What the indexer works with: the engines, the parts of a step, and what this server remembers from one step to the next.
 */
import type { RecentEntities } from '../../catalog/write/recent-entities.ts';
import { readHead } from '../../graph/commit-log.ts';
import type { Graph } from '../../graph/driver.ts';
import type { LogEntry } from '../../graph/log-entries.ts';
import { makeEntityReader } from '../../graph/read.ts';
import type { RecentCommits } from '../../graph/recent-commits.ts';
import type { Log } from '../../log.ts';
import type { Model } from '../../model/types.ts';
import { type IndexCursor, type SearchEngine, schemaHash } from '../../search/index.ts';
import { type ReturnWatch, watchReturn } from './comeback.ts';
import { makeWriter, type Writer } from './follow.ts';
import { type Leader, makeLeader } from './leader.ts';
import { makeOpenAspects } from './open-aspects.ts';
import { type IndexProgress, makeProgress } from './progress.ts';
import { type ChangeReader, makeChangeReader } from './read-documents.ts';
import { makeRebuild, type Rebuild } from './rebuild.ts';
import { makeSharers } from './sharers.ts';
import { makeTellers, type Tellers } from './tellers.ts';

export interface IndexerParts {
  readonly graph: Graph;
  readonly search: SearchEngine;
  readonly model: Model;
  readonly log: Log;
  readonly tail: RecentCommits;
  readonly recent: RecentEntities;
  /** Why nothing is indexed now, in a sentence: the disk is full. */
  readonly full: () => string | undefined;
  /** How a Typesense that Cairn runs came back since this time, epoch ms, for the log. */
  readonly comeback: (since: number) => { readonly phases: string };
}

export interface IndexerContext extends IndexerParts {
  readonly tellers: Tellers;
  readonly changesOf: ChangeReader;
  readonly leader: Leader;
  readonly writer: Writer;
  readonly progress: IndexProgress;
  readonly rebuild: Rebuild;
  readonly returning: ReturnWatch;
  readonly cursors: OwnCursors;
  /** The time in which commits gather. */
  readonly gathering: Wait;
  /** When a step last wrote, and last checked the index, by the clock of the process, ms. */
  readonly times: { worked: number; checked: number };
}

/** The cursors that this server moves. Absent while it does not lead, and after a failure. */
interface OwnCursors {
  now(): readonly IndexCursor[] | undefined;
  set(cursors: readonly IndexCursor[] | undefined): void;
  /** A request may begin a rebuild while a step reads or writes the cursors: it must not seem to have ended. */
  withBegun(after: readonly IndexCursor[], before: readonly IndexCursor[]): readonly IndexCursor[];
}

/** A wait that others can end. */
interface Wait {
  for(ms: number): Promise<void>;
  end(): void;
  /** Ends it, and from now on nobody waits. */
  close(): void;
}

/** @param wake starts the next step at once */
export function makeIndexing(parts: IndexerParts, wake: () => void): IndexerContext {
  const { graph, search, model, log, tail, comeback } = parts;
  const ofModel = together([makeTellers(graph, model), makeSharers(graph, model)]);
  const open = makeOpenAspects({ model, graph, reader: makeEntityReader(graph), tail }, search);
  const tellers = { ...ofModel, by: async (entries: readonly LogEntry[]) => [...(await ofModel.by(entries)), ...(await open.by(entries))] };
  const changesOf = makeChangeReader(graph, model, tellers, open);
  const leader = makeLeader(graph, search, log, schemaHash(model));
  const writer = makeWriter({ graph, search, log, changesOf, leads: leader.leads });
  const gathering = makeWait();
  const progress = makeProgress(graph, search, tellers, () => {
    gathering.end();
    wake();
  });
  const rebuild = makeRebuild({ ...parts, writer, lag: async () => (await progress.state()).lag });
  const returning = watchReturn(log, async () => (await readHead(graph)).seq, comeback);
  const cursors = makeOwnCursors(progress.known);
  const times = { worked: Number.NEGATIVE_INFINITY, checked: Number.NEGATIVE_INFINITY };
  return { ...parts, tellers, changesOf, leader, writer, progress, rebuild, returning, cursors, gathering, times };
}

function together(all: readonly Tellers[]): Tellers {
  return {
    async fields(urns) {
      const found = await Promise.all(all.map(({ fields }) => fields(urns)));
      return new Map(urns.map((urn) => [urn, new Set(found.flatMap((each) => [...(each.get(urn) ?? [])]))]));
    },
    by: async (entries) => (await Promise.all(all.map(({ by }) => by(entries)))).flat(),
  };
}

/** Is nothing being filled? */
export function isComplete(cursors: readonly IndexCursor[]): boolean {
  return cursors.length > 0 && cursors.every(({ next, sweptTo }) => !next && sweptTo === undefined);
}

function makeOwnCursors(onSet: (cursors: readonly IndexCursor[] | undefined) => void): OwnCursors {
  let own: readonly IndexCursor[] | undefined;
  return {
    now: () => own,
    set(cursors) {
      own = cursors;
      onSet(cursors);
    },
    withBegun(after, before) {
      const begun = (own ?? []).filter((each) => !before.includes(each) && !after.some(({ collection }) => collection === each.collection));
      return [...after, ...begun];
    },
  };
}

function makeWait(): Wait {
  let closed = false;
  let end = (): void => undefined;
  return {
    for: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => resolve(), closed ? 0 : ms);
        end = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    end: () => end(),
    close() {
      closed = true;
      end();
    },
  };
}
