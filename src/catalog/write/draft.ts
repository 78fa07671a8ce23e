/**
 * Entities as a commit changes them: what was found, and on top of it what the proposals so far have done.
 * A unit works on copies, which are taken over only when the whole unit is accepted.
 */
import type { Found, FoundEntity, LostEdge, PointRow, Span, StoredAspect } from '../../graph/changes.ts';
import type { Value } from '../../model/json.ts';
import type { AspectSpec } from '../../model/types.ts';
import type { Urn } from '../../model/urn.ts';
import type { AspectState, SystemMetadata } from '../state.ts';
import type { RequestScope } from './proposal.ts';

export interface AspectDraft {
  readonly aspect: AspectSpec;
  /** As it was found; absent when it was not there, or went with the whole entity. */
  stored: AspectState | undefined;
  current: AspectState | undefined;
  /** New versions, oldest first. */
  appended: AspectState[];
  /** The stored version, or the one that it goes back to, with other system metadata: readers find it when later ones are undone. */
  refreshed: AspectState | undefined;
  /** The stored version is deleted. */
  ended: boolean;
  /** Seq of the older version that the stored one goes back to. */
  revertedTo: number | undefined;
  /** Which proposal of the commit wrote it last. */
  wroteAt?: number;
}

export interface EntityDraft {
  readonly urn: Urn;
  readonly id: number;
  /** Names of the aspects that it has. */
  names: Set<string>;
  /** Did it exist when it was found? */
  readonly existed: boolean;
  aspects: Map<string, AspectDraft>;
  points: PointRow[];
  droppedSeries: Span[];
  /** Edges that its stored aspects make, and that are not there. */
  readonly lost: readonly LostEdge[];
  /** Named runs that have written to it in this commit, also what did not last. */
  runs: Set<string>;
  /** Deleted as a whole within this commit; what was found is gone. */
  dead: boolean;
  /** Which proposal of the commit did that. */
  deadAt?: number;
  /** The first identity of its definition in this commit: when it has another one at the end, values may have been written under it. */
  identity?: string;
  /** The request with which it began to exist, where that was within this commit. */
  createdBy?: RequestScope;
  marked: boolean;
}

/** An entity exists when it has its key aspect. */
export function exists(draft: EntityDraft): boolean {
  return draft.names.has(draft.urn.type.key.name);
}

export function draftOf(urn: Urn, found: Found): EntityDraft {
  const entity: FoundEntity | undefined = found.entities.get(urn.text);
  if (!entity) throw new Error(`${urn.text} was not among what the commit has read`);
  const aspects = new Map<string, AspectDraft>();
  for (const stored of entity.aspects.values()) {
    const aspect = urn.type.aspects.get(stored.name);
    const state = stateOf(stored);
    if (aspect)
      aspects.set(stored.name, { aspect, stored: state, current: state, appended: [], refreshed: undefined, ended: false, revertedTo: undefined });
  }
  return {
    urn,
    id: entity.id,
    names: new Set(entity.names),
    existed: entity.names.has(urn.type.key.name),
    aspects,
    points: [],
    droppedSeries: [],
    lost: entity.lost,
    runs: new Set(),
    dead: false,
    marked: false,
  };
}

export function aspectDraft(draft: EntityDraft, aspect: AspectSpec): AspectDraft {
  let found = draft.aspects.get(aspect.name);
  if (!found) {
    found = { aspect, stored: undefined, current: undefined, appended: [], refreshed: undefined, ended: false, revertedTo: undefined };
    draft.aspects.set(aspect.name, found);
  }
  return found;
}

/** A copy that can be changed and thrown away. */
export function copyOf(draft: EntityDraft): EntityDraft {
  return {
    ...draft,
    names: new Set(draft.names),
    aspects: new Map([...draft.aspects].map(([name, each]) => [name, { ...each, appended: [...each.appended] }])),
    points: [...draft.points],
    droppedSeries: [...draft.droppedSeries],
    runs: new Set(draft.runs),
  };
}

/** A stored aspect as the core sees it; its JSON is parsed only when it is looked at. */
export function stateOf(stored: StoredAspect): AspectState {
  const { seq, value, at, by, firstAt, firstBy, meta, run } = stored;
  return { seq, value: lazyValue(value), at, by, firstAt, firstBy, meta: JSON.parse(meta) as SystemMetadata, ...(run ? { run } : {}) };
}

function lazyValue(text: string): Value {
  let json: unknown;
  return {
    text,
    get json() {
      json ??= JSON.parse(text);
      return json;
    },
  };
}
