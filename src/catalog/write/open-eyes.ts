/**
 * Finds out, before a commit decides, what its writers see of the other entities that it has read. Whatever a rule reads about them is read as
 * the writer sees it: what is hidden is as if it were not there.
 */
import type { Eyes } from '../../access/index.ts';
import type { ReadState } from '../../graph/changes.ts';
import type { Model } from '../../model/types.ts';
import { lostDrawnEdges } from './drawn-edges.ts';
import { isReplacing, type Unit } from './proposal.ts';
import { type More, readSetOf } from './read-set.ts';

export async function openEyes(model: Model, units: readonly Unit[], found: ReadState, known: (urn: string) => boolean, more: More): Promise<void> {
  for (const [eyes, own] of unitsByEyes(units)) {
    const { lock, read, chains, propertyNames, badge, versionSets } = await readSetOf(model, own, known, more);
    const holders = [...propertyNames.map((name) => found.propertyNames.get(name)), badge ? found.badge : undefined];
    await eyes.look([
      ...[...lock, ...read].map(({ urn }) => urn),
      ...chains.flatMap((urn) => found.chains.get(urn) ?? []),
      ...versionSets.flatMap((urn) => found.versions.get(urn) ?? []).map(({ urn }) => urn),
      ...holders.filter((urn) => urn !== undefined),
      ...drawnEnds(own, found),
    ]);
  }
}

/** What edges that people drew lead to, and who drew them, in values that these units replace: their writers are told of those that get lost. */
function drawnEnds(units: readonly Unit[], found: ReadState): string[] {
  return units
    .flatMap(({ proposals }) => proposals.filter(isReplacing))
    .flatMap(({ urn, aspect }) => lostDrawnEdges(aspect, urn.text, found.entities.get(urn.text)?.aspects.get(aspect.name)?.value, undefined))
    .flatMap(({ other, by }) => (by === undefined ? [other] : [other, by]));
}

function unitsByEyes(units: readonly Unit[]): Map<Eyes, Unit[]> {
  const found = new Map<Eyes, Unit[]>();
  for (const unit of units) {
    const eyes = unit.request.rights?.eyes;
    if (!eyes) continue;
    const own = found.get(eyes);
    if (own) own.push(unit);
    else found.set(eyes, [unit]);
  }
  return found;
}
