/**
 * The versions of an aspect: a range of them, and the difference of two (docs/semantics.md 4.1, 6.4).
 */
import fastJsonPatch, { type Operation } from 'fast-json-patch';
import { noSuchAspect, noSuchVersion, unknownHistory } from '../../errors.ts';
import { readVersions } from '../../graph/as-of.ts';
import type { Graph } from '../../graph/driver.ts';
import type { EntityReader } from '../../graph/read.ts';
import type { AspectSpec, Model } from '../../model/types.ts';
import type { Urn } from '../../model/urn.ts';
import type { AspectState } from '../state.ts';
import { refuseForgotten } from './as-of.ts';
import { versionedAspect, visible } from './read.ts';

export interface VersionRange {
  readonly aspect: AspectSpec;
  readonly total: number;
  /** Latest first: version 0, then the highest number downwards. */
  readonly versions: readonly { readonly version: number; readonly state: AspectState }[];
}

interface VersionsParts {
  readonly model: Model;
  readonly graph: Graph;
  /** Reads entities as of the same time. */
  readonly reader: EntityReader;
  /** Epoch ms. If absent: now. */
  readonly asOf: number | undefined;
}

/**
 * A range of versions.
 *
 * @throws Refusal notFound for an aspect that does not exist; malformed for a time that is no longer known
 */
export async function versionRange(
  { model, graph, reader, asOf }: VersionsParts,
  urn: Urn,
  name: string,
  start: number,
  count: number,
): Promise<VersionRange> {
  const aspect = versionedAspect(urn, name);
  const { forgotten, total, versions, oldest } = await readVersions(graph, urn.text, aspect.name, asOf, start, count);
  refuseForgotten(urn.text, asOf, forgotten);
  if (total === 0) {
    if (asOf !== undefined && oldest && oldest.seq > 1)
      throw unknownHistory(asOf, oldest.at, `Cairn no longer keeps the older versions of ${aspect.name} of ${urn.text}`);
    throw noSuchAspect(urn.text, aspect.name, asOf);
  }
  const states = await Promise.all(versions.map((stored) => visible(model, reader, urn, stored)));
  return { aspect, total, versions: states.map((state, index) => ({ version: start + index === 0 ? 0 : state.seq, state })) };
}

/**
 * One version as of a time: 0 is the one that was the latest then.
 *
 * @throws Refusal notFound
 */
export async function versionAsOf(
  reading: VersionsParts,
  urn: Urn,
  name: string,
  version: number,
): Promise<{ aspect: AspectSpec; state: AspectState }> {
  const { aspect, versions } = await versionRange(reading, urn, name, 0, 1);
  const latest = versions[0]?.state;
  const back = version === 0 ? 0 : (latest?.seq ?? 0) - version;
  const missing = noSuchVersion(urn.text, aspect.name, version, reading.asOf);
  if (version < 0 || (version > 0 && back <= 0)) throw missing;
  const found = (back === 0 ? versions : (await versionRange(reading, urn, name, back, 1)).versions)[0];
  if (!found) throw missing;
  return { aspect, state: found.state };
}

/** The JSON Patch (RFC 6902) that turns one value into another. */
export function difference(from: AspectState, to: AspectState): Operation[] {
  return fastJsonPatch.compare(from.value.json as object, to.value.json as object);
}
