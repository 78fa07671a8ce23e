/**
 * What a reader sees names nothing that is hidden from the reader: such values stay as they are (docs/access.md 6), and have tests of their own.
 */
import { isEnd, lineageWithout, shownOf } from './columns.ts';
import type { Reading } from './oracle.ts';
import { READER } from './policies.ts';
import { listAt, type Value, type Write } from './writes.ts';

/** The fields with which jobs and models say what they lead to. */
export const OUTPUTS: Readonly<Record<string, readonly string[]>> = {
  dataJobInputOutput: ['outputDatasets', 'outputDatasetEdges', 'fineGrainedLineages'],
  mlModelProperties: ['groups', 'downstreamJobs'],
};
/** Aspects that are nothing without the entity that they name. */
const NAMING = ['container', 'dataPlatformInstance'];

export type Named = (value: Value) => readonly string[];

/** Which of these URNs a value names. */
export function namedOf(all: ReadonlySet<string>): Named {
  const inText = new Map<string, string[]>();
  const textsOf = (value: unknown): string[] => {
    if (typeof value === 'string') return value.includes('urn:') ? [value] : [];
    return typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([key, each]) => [...textsOf(key), ...textsOf(each)]) : [];
  };
  const ofText = (text: string): string[] => {
    const found = inText.get(text) ?? [...all].filter((urn) => text.includes(urn));
    inText.set(text, found);
    return found;
  };
  return (value) => [...new Set(textsOf(value))].flatMap(ofText);
}

/** A value without what names something that is hidden from who sees the value. */
export function strip(given: Write, phases: readonly Reading[], namedIn: Named): Write {
  const write = withEnds(given, phases);
  const isHidden = phases.some(({ seen }) => !seen.has(write.urn));
  // Lineage goes on behind what is hidden (docs/access.md 6): here nothing hidden leads to what is seen.
  const outputs = (OUTPUTS[write.aspect] ?? []).filter((field) => listAt(write.value, field).length > 0);
  if (isHidden && outputs.length > 0) return { ...write, value: { ...write.value, ...Object.fromEntries(outputs.map((field) => [field, []])) } };
  const named = phases.flatMap(({ seen, hides }) => (seen.has(write.urn) ? namedIn(shownOf(write, hides)).filter((urn) => !seen.has(urn)) : []));
  if (named.length === 0) return write;
  const names = (value: unknown): boolean => named.some((urn) => JSON.stringify(value)?.includes(urn));
  const without = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || !names(value)) return value;
    if (Array.isArray(value)) return value.filter((each) => !names(each));
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key, each]) => !named.includes(key) && (key === 'actor' || !(typeof each === 'string' && names(each))))
        .map(([key, each]) => [key, key === 'actor' && names(each) ? READER : without(each)]),
    );
  };
  // Without what it must name it would be refused.
  if (NAMING.includes(write.aspect)) return { ...write, aspect: 'status', value: { removed: false } };
  return { ...write, value: without(write.value) as Value };
}

/** A hidden column leads to nothing, or nothing leads to it. */
function withEnds(write: Write, phases: readonly Reading[]): Write {
  const { fineGrainedLineages } = write.value;
  if (fineGrainedLineages === undefined) return write;
  const hidden = new Set(phases.flatMap(({ columns }) => columns));
  const left = lineageWithout(write.value, (urn, side) => hidden.has(String(urn)) && !isEnd(String(urn), side));
  if (JSON.stringify(left) === JSON.stringify(fineGrainedLineages)) return write;
  return { ...write, value: { ...write.value, fineGrainedLineages: left } };
}

/** Does the key of what is seen name what is hidden? A job has its flow in its URN, so it cannot be without it. */
export function isOfHidden(urn: string, phases: readonly ReadonlySet<string>[], namedIn: Named): boolean {
  const isPart = (each: string): boolean => urn.includes(`(${each},`) || urn.includes(`,${each})`);
  return namedIn({ urn }).some((each) => isPart(each) && phases.some((seen) => seen.has(urn) && !seen.has(each)));
}
