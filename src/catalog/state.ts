/**
 * The present version of an aspect, and the system metadata that its writer sent.
 */
import type { Value } from '../model/json.ts';
import { NO_RUN } from '../model/known-names.ts';
import { isRecord } from '../model/path.ts';
import type { AspectSpec } from '../model/types.ts';

/** What a client says about the write itself (docs/semantics.md 4.3). */
export interface SystemMetadata {
  readonly lastObserved?: number;
  readonly runId?: string;
  readonly lastRunId?: string;
  readonly pipelineName?: string;
  readonly registryName?: string;
  readonly registryVersion?: string;
  readonly properties?: Readonly<Record<string, string>>;
  /** Internal, never in an answer: property URN → id of the definition under which the values were written. */
  readonly definitions?: Readonly<Record<string, string>>;
  /**
   * Internal, never in an answer: the id of a definition, under which values are written. Updates keep it. A new definition and a breaking
   * version get a new id.
   */
  readonly identity?: string;
  /** Internal, never in an answer: when and by what the parts of a merged value were observed (`Merge` in write/proposal.ts). */
  readonly observed?: Readonly<Record<string, unknown>>;
  /** Internal, never in an answer: the server wrote this value as a default. */
  readonly added?: true;
}

/** Does this value of the aspect `status` say that its entity is soft-deleted? */
export function saysRemoved(status: unknown): boolean {
  return isRecord(status) && status.removed === true;
}

/** A run id, unless it stands for none. */
export function namedRun(run: string | undefined): string | undefined {
  return run === NO_RUN ? undefined : run;
}

/** An aspect's latest version. Times in epoch ms. */
export interface AspectState {
  readonly seq: number;
  readonly value: Value;
  readonly at: number;
  readonly by: string;
  readonly firstAt: number;
  readonly firstBy: string;
  readonly meta: SystemMetadata;
  /** `meta` as it is stored, where it was read to be shown. */
  readonly metaText?: string;
  /** The named run that wrote this content. A write that changes nothing keeps it. Present only if a commit has read it. */
  readonly run?: string;
}

/** The latest value of an aspect of an entity that was read; undefined if the entity does not have it. */
export function valueIn(
  view: { readonly aspects: readonly { readonly aspect: AspectSpec; readonly state: AspectState }[] } | undefined,
  name: string,
): unknown {
  return view?.aspects.find(({ aspect }) => aspect.name === name)?.state.value.json;
}

/** The same version with another value. A copy by `...` would lose what is parsed only when somebody asks for it. */
export function withValue(state: AspectState, value: Value): AspectState {
  return { ...state, meta: state.meta, value };
}
