/**
 * The writing call alone, with every rule, on whatever takes commits: the graph, or a store that is being made offline.
 */
import { type Commit, makeCommitter } from './committer.ts';
import type { PlanParts } from './plan.ts';
import { type WriteRequest, type WriteResult, write } from './write.ts';

export type Writing = (request: WriteRequest) => Promise<WriteResult>;

/** @param commit runs one transaction. It may be called again before it has ended, but only after it has decided and for other entities */
export function makeWriting(commit: Commit, parts: PlanParts): Writing {
  const committer = makeCommitter(commit, parts, { note: () => undefined });
  return (request) => write(parts.model, committer, parts.strictFields, request);
}
