/**
 * Drafts: entities as they were read, with the changes of the proposals so far. A unit works on copies. They replace the originals only if
 * the whole unit is accepted.
 */
import type { FoundEntity, LostEdge, PointRow, ReadState, Span, StoredAspect } from '../../graph/changes.ts';
import type { Value } from '../../model/json.ts';
import type { AspectSpec } from '../../model/types.ts';
import type { Urn } from '../../model/urn.ts';
import type { AspectState, SystemMetadata } from '../state.ts';
import type { RequestScope } from './proposal.ts';

export interface AspectDraft {
  readonly aspect: AspectSpec;
  /** As it was read. Absent if it did not exist, or if the whole entity was deleted. */
  stored: AspectState | undefined;
  current: AspectState | undefined;
  /** New versions, oldest first. */
  appended: AspectState[];
  /** The stored version, or the one that it goes back to, with new system metadata: readers see it if later versions are undone. */
  refreshed: AspectState | undefined;
  /** The stored version is deleted. */
  ended: boolean;
  /** The seq of the older version that becomes the latest again. */
  revertedTo: number | undefined;
  /** The number of the proposal that wrote it last. */
  wroteAt?: number;
}

export interface EntityDraft {
  readonly urn: Urn;
  readonly id: number;
  /** The names of its aspects. */
  names: Set<string>;
  /** Did it exist when it was read? */
  readonly existed: boolean;
  aspects: Map<string, AspectDraft>;
  points: PointRow[];
  droppedSeries: Span[];
  /** Edges that its stored aspects should make, but that are missing. */
  readonly lost: readonly LostEdge[];
  /** Was it hard-deleted earlier, and not written until this commit? */
  readonly lived: boolean;
  /** Do too many name it for its edges to come back in this commit? */
  owesEdges?: boolean;
  /** The named runs that have written to it in this commit, even if nothing of it remains. */
  runs: Set<string>;
  /** Deleted as a whole in this commit: nothing of what was read is left. */
  dead: boolean;
  /** The number of the proposal that deleted it. */
  deadAt?: number;
  /** The first identity of its definition in this commit. If it differs from the last one, values may have been written under it. */
  identity?: string;
  /** The request that created it, if that was in this commit. */
  createdBy?: RequestScope;
}

/** An entity exists when it has its key aspect. */
export function exists(draft: EntityDraft): boolean {
  return draft.names.has(draft.urn.type.key.name);
}

/** An entity that this request creates counts as new for all proposals of the request: clients send each aspect as CREATE_ENTITY. */
export function isNewTo(request: RequestScope, draft: EntityDraft): boolean {
  return draft.createdBy === undefined ? !draft.dead && request.born.has(draft.urn.text) : draft.createdBy === request;
}

export function draftOf(urn: Urn, found: ReadState): EntityDraft {
  const entity: FoundEntity | undefined = found.entities.get(urn.text);
  if (!entity) throw new Error(`${urn.text} was not among what the commit has read`);
  const aspects = new Map<string, AspectDraft>();
  for (const stored of entity.aspects.values()) {
    const aspect = urn.type.aspects.get(stored.name) ?? urn.type.secrets.get(stored.name);
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
    lived: entity.lived,
    runs: new Set(),
    dead: false,
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

/** A copy to work on. */
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

/** A stored aspect as the core uses it. Its JSON is parsed at the first access. */
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
