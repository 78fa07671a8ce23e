/**
 * The values of changes, before and after. They are measured before they are read: an answer holds only as many as fit.
 */
import type { StoredAspect } from '../../graph/changes.ts';
import { measureVersions, readStoredVersions, type VersionsRequest } from '../../graph/read.ts';
import { isProblem, parseUrn } from '../../model/urn.ts';
import { visible } from '../read/read.ts';
import type { Change, ChangesParts } from './types.ts';

/** The most characters of all values of an answer. The first change is always part of it. */
const MOST_CHARACTERS = 8_000_000;

/** These changes with their values: as many of the first ones as fit. */
export async function withValues({ model, graph, reader }: ChangesParts, changes: readonly Change[]): Promise<Change[]> {
  const fitting = await firstThatFit({ graph }, changes);
  const wanted = wantedOf(fitting);
  const rows = wanted.length === 0 ? [] : await readStoredVersions(graph, wanted);
  const stored = new Map(rows.map(({ urn, version }) => [keyOf(urn, version.name, version.seq), version]));
  const shown = async ({ urn: text, aspect, at }: Change, seq: number): Promise<string | null> => {
    const version: StoredAspect | undefined = stored.get(keyOf(text, aspect, seq));
    const urn = parseUrn(model, text);
    // A later life of the aspect counts its versions from 1 again: one that is newer than the change is another one.
    if (!version || version.at > at || isProblem(urn)) return null;
    return (await visible(model, reader, urn, version)).value.text;
  };
  return Promise.all(
    fitting.map(async (change) => ({
      ...change,
      ...(change.version !== undefined && { value: await shown(change, change.version) }),
      ...(change.before !== undefined && { beforeValue: await shown(change, change.before) }),
    })),
  );
}

async function firstThatFit({ graph }: Pick<ChangesParts, 'graph'>, changes: readonly Change[]): Promise<readonly Change[]> {
  const wanted = wantedOf(changes);
  const measured = wanted.length === 0 ? [] : await measureVersions(graph, wanted);
  const sizes = new Map(measured.map(({ urn, aspect, seq, characters }) => [keyOf(urn, aspect, seq), characters]));
  let sum = 0;
  const end = changes.findIndex((change) => {
    for (const seq of seqsOf(change)) sum += sizes.get(keyOf(change.urn, change.aspect, seq)) ?? 0;
    return sum > MOST_CHARACTERS;
  });
  return end < 0 ? changes : changes.slice(0, Math.max(1, end));
}

/** The versions that changes name, by aspect: each chain of versions is read once. */
function wantedOf(changes: readonly Change[]): VersionsRequest[] {
  const wanted = new Map<string, { urn: string; aspect: string; seqs: Set<number> }>();
  for (const change of changes) {
    const { urn, aspect } = change;
    const key = keyOf(urn, aspect);
    const each = wanted.get(key) ?? { urn, aspect, seqs: new Set<number>() };
    wanted.set(key, each);
    for (const seq of seqsOf(change)) each.seqs.add(seq);
  }
  return [...wanted.values()].filter(({ seqs }) => seqs.size > 0).map((each) => ({ ...each, seqs: [...each.seqs] }));
}

function seqsOf({ before, version }: Change): number[] {
  return [before, version].filter((seq) => seq !== undefined);
}

function keyOf(...parts: readonly (string | number)[]): string {
  return parts.join(' ');
}
