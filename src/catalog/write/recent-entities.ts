/**
 * Entities that this server has just created, with the aspects that search reads. The indexer builds their documents from here, and reads
 * others from the graph. An entity is here only as long as this server has seen every commit that changed it.
 */
import type { LoggedCommit } from '../../graph/commit-log.ts';
import type { StoredEntity } from '../../graph/index-reads.ts';
import { PROPERTY_VALUES, STATUS } from '../../model/known-names.ts';
import type { AspectSpec } from '../../model/types.ts';
import { saysRemoved } from '../state.ts';
import type { UnitOutcome } from './plan.ts';
import type { ProposalResult } from './proposal.ts';

/** The most characters to keep. Beyond that nothing is added, so that those which came first are still there when the indexer comes. */
const MOST_CHARACTERS = 8_000_000;

export interface RecentEntities {
  /** Notes what a commit of this server has written. */
  note(seq: number, outcomes: readonly UnitOutcome[]): void;
  /** Gives those entities of the next commits that are known as a whole. */
  knownIn(commits: readonly LoggedCommit[]): ReadonlyMap<string, StoredEntity>;
}

type Latest = readonly [name: string, value: string, meta: string | null];

interface RecentEntity {
  readonly latest: Map<string, Latest>;
  /** The commit that created it. */
  readonly born: number;
  /** The commits that are noted here and that the indexer has not come to. */
  readonly seqs: Set<number>;
  removed: boolean;
}

export function makeRecentEntities(): RecentEntities {
  const entities = new Map<string, RecentEntity>();
  let characters = 0;
  /** The last commit that the indexer came to. */
  let reached = 0;

  function drop(urn: string): void {
    for (const [, value] of entities.get(urn)?.latest.values() ?? []) characters -= value.length;
    entities.delete(urn);
  }

  function put({ latest }: RecentEntity, name: string, value: Latest | undefined): void {
    characters += (value?.[1].length ?? 0) - (latest.get(name)?.[1].length ?? 0);
    if (value) latest.set(name, value);
    else latest.delete(name);
  }

  /** The entity of a write, if it is known as a whole. */
  function keptFor({ urn: { text }, aspect, logged }: ProposalResult, seq: number, touched: ReadonlySet<string>): RecentEntity | undefined {
    // Before its key aspect is written, an entity has nothing.
    if (aspect.kind !== 'key' || logged?.type !== 'create') return entities.get(text);
    drop(text);
    // The indexer may have come to this commit, and to later ones of other servers, before it was noted.
    if (seq <= reached || touched.has(text) || characters > MOST_CHARACTERS) return undefined;
    const kept: RecentEntity = { latest: new Map(), born: seq, seqs: new Set(), removed: false };
    entities.set(text, kept);
    return kept;
  }

  return {
    // In one go: a half-noted commit would make a half document.
    note(seq, outcomes) {
      const touched = new Set<string>();
      for (const written of outcomes.flatMap((each) => ('written' in each ? each.written : []))) {
        const { urn, aspect, outcome, now } = written;
        if (outcome !== 'changed' && outcome !== 'deleted') continue;
        const kept = keptFor(written, seq, touched);
        touched.add(urn.text);
        if (aspect.kind === 'timeseries' || (aspect.kind === 'key' && outcome === 'deleted')) drop(urn.text);
        else if (kept) {
          kept.seqs.add(seq);
          if (aspect.name === STATUS) kept.removed = saysRemoved(now?.value.json);
          if (isRead(aspect))
            put(kept, aspect.name, now && [aspect.name, now.value.text, aspect.name === PROPERTY_VALUES ? JSON.stringify(now.meta) : null]);
        }
      }
    },
    knownIn(commits) {
      const from = commits[0]?.seq ?? 0;
      // This server has not looked at the commits between, because another one wrote the index: they may have changed what is kept.
      if (from !== reached + 1) for (const [urn, { born }] of entities) if (born < from) drop(urn);
      reached = commits.at(-1)?.seq ?? reached;
      for (const { seq, entries } of commits) for (const { urn } of entries) if (entities.get(urn)?.seqs.has(seq) === false) drop(urn);
      const known = new Map<string, StoredEntity>();
      for (const { seq, entries } of commits) {
        for (const { urn } of entries) {
          const kept = entities.get(urn);
          if (!kept) continue;
          if (!known.has(urn)) known.set(urn, { urn, exists: true, removed: kept.removed, latest: [...kept.latest.values()] });
        }
        for (const { urn } of entries) entities.get(urn)?.seqs.delete(seq);
      }
      // What has been used makes room for what comes next.
      for (const urn of known.keys()) if (characters > MOST_CHARACTERS / 2) drop(urn);
      return known;
    },
  };
}

function isRead({ name, searchFields }: AspectSpec): boolean {
  return searchFields.length > 0 || name === PROPERTY_VALUES;
}
