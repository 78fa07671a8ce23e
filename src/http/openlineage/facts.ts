/**
 * Collects what the events of a request say, and makes proposals of it: one for each aspect, however many events speak of it.
 */
import { type Merge, type RawProposal, upsert } from '../../catalog/index.ts';
import type { Urn } from '../../model/urn.ts';
import { type MergedPart, mergeParts } from './parts.ts';

interface Aspect {
  readonly urn: Urn;
  readonly name: string;
  readonly defaults: Record<string, unknown>;
  readonly contributions: { readonly at: number; readonly parts: Map<string, MergedPart> }[];
}

/** What an event may say. */
export interface SaidFacts {
  /**
   * Adds parts of an aspect.
   *
   * @param at time of the event, epoch ms
   * @param defaults required fields of a new aspect
   */
  say(urn: Urn, aspect: string, at: number, parts: Readonly<Record<string, MergedPart>>, defaults?: Record<string, unknown>): void;
  /** Adds a point of a timeseries. */
  point(urn: Urn, aspect: string, value: { readonly timestampMillis: number; readonly messageId: string }): void;
  /** Adds a merge that comes after all others, because it looks at what they have made. */
  last(urn: Urn, aspect: string, merge: Merge): void;
}

export interface Facts extends SaidFacts {
  proposals(): RawProposal[];
}

export function makeFacts(): Facts {
  const aspects = new Map<string, Aspect>();
  const points = new Map<string, RawProposal>();
  const last: RawProposal[] = [];
  return {
    say(urn, name, at, parts, defaults = {}) {
      const key = `${urn.text} ${name}`;
      const aspect = aspects.get(key) ?? { urn, name, defaults, contributions: [] };
      aspects.set(key, aspect);
      aspect.contributions.push({ at, parts: new Map(Object.entries(parts)) });
    },
    point(urn, name, value) {
      points.set(`${urn.text} ${name} ${value.timestampMillis} ${value.messageId}`, upsert(urn.text, name, value));
    },
    last(urn, name, merge) {
      last.push({ entityUrn: urn.text, aspectName: name, changeType: 'MERGE', merge });
    },
    proposals: () => [...[...aspects.values()].map(merging), ...points.values(), ...last],
  };
}

/** Holds what one event says until it is known whether the event is valid. */
export function makeFactsOfEvent(): { readonly own: SaidFacts; give(to: SaidFacts): void } {
  const all: ((to: SaidFacts) => void)[] = [];
  return {
    own: {
      say: (...said) => void all.push((to) => to.say(...said)),
      point: (...said) => void all.push((to) => to.point(...said)),
      last: (...said) => void all.push((to) => to.last(...said)),
    },
    give(to) {
      for (const say of all) say(to);
    },
  };
}

function merging({ urn, name, defaults, contributions }: Aspect): RawProposal {
  const merge: Merge = { sees: [], make: (base) => mergeParts(base, contributions, defaults) };
  return { entityUrn: urn.text, aspectName: name, changeType: 'MERGE', merge };
}

/** Parts of which the latest event decides. Without a value a part is removed. */
export function latest(values: Readonly<Record<string, unknown>>): Record<string, MergedPart> {
  return Object.fromEntries(Object.entries(values).map(([path, value]) => [path, { kind: 'latest', value }]));
}

/** The same for custom properties. */
export function properties(values: Readonly<Record<string, string | undefined>>): Record<string, MergedPart> {
  return latest(Object.fromEntries(Object.entries(values).map(([name, value]) => [`customProperties/${name}`, value])));
}
