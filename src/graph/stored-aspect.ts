/**
 * A version of an aspect as its node has it. Properties that only repeat others are left out: most aspects have one version and no system
 * metadata of their client, and each property costs a write as much as a fifth of a small value.
 */
import { NO_RUN } from '../model/known-names.ts';
import type { StoredAspect, VersionRow } from './changes.ts';
import { whole } from './driver.ts';

/** As `lock-and-read.cypher` gives it. What is null repeats another one: `firstAt` is `at`, `firstBy` is `by`, `meta` is `plainMeta`. */
export type WholeTuple = [
  name: string,
  seq: number,
  value: string,
  at: number,
  by: string,
  firstAt: number | null,
  firstBy: string | null,
  meta: string | null,
  run?: string | null,
];

export function storedAspect([name, seq, value, at, by, firstAt, firstBy, meta, run]: WholeTuple): StoredAspect {
  const stored = { name, seq, value, at, by, firstAt: firstAt ?? at, firstBy: firstBy ?? by, meta: meta ?? plainMeta(at) };
  return run === undefined ? stored : { ...stored, run };
}

/** The row of `append-versions.cypher`. */
export function versionRow(row: VersionRow): Record<string, unknown> {
  const { firstAt, ...own } = ownProperties(row);
  return { ...row, seq: whole(row.seq), at: whole(row.at), ...own, firstAt: firstAt === null ? null : whole(firstAt) };
}

/** The properties that may repeat others; null if they do. */
function ownProperties({ at, by, firstAt, firstBy, meta }: StoredAspect): Record<'firstBy' | 'meta', string | null> & { firstAt: number | null } {
  return { firstAt: firstAt === at ? null : firstAt, firstBy: firstBy === by ? null : firstBy, meta: meta === plainMeta(at) ? null : meta };
}

/** The system metadata of a first write at this time, epoch ms, whose client sent none. JSON text. */
function plainMeta(at: number): string {
  return `{"lastObserved":${at},"runId":"${NO_RUN}","lastRunId":"${NO_RUN}"}`;
}
