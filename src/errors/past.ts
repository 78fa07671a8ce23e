/**
 * Refusals of reads of the past, of points of timeseries, and of lineage.
 */
import { Refusal } from './refusal.ts';

/** The state at a time is no longer known. `asOf` and `since` in epoch ms. */
export function unknownHistory(asOf: number, since: number, why: string): Refusal {
  const from = `${since} (${new Date(since).toISOString()})`;
  return new Refusal('unknown-history', `asOf: what was there at ${asOf} is not known any more; history is known since ${from}: ${why}`, {
    details: [{ pointer: '/asOf', expected: `a time since ${from}`, got: asOf }],
  });
}

/** `asOf` in another spelling, or for an operation that cannot go back in time. `served`: the operation supports `asOf`. */
export function asOfNotServed(name: string, served: boolean): Refusal {
  const expected = served
    ? 'asOf'
    : 'no time: this operation tells the present only. asOf is for reads of entities, aspects, versions, timeseries, relationships and lineage, by their URNs';
  return new Refusal('as-of-not-served', `${name}: expected ${expected}`, { details: [{ pointer: `/${name}`, expected, got: name }] });
}

/** Too many points to sort by a field. */
export function tooManyPoints(most: number, field: string): Refusal {
  return new Refusal('too-many-points', `sort.field: at most ${most} points are sorted by ${field}; narrow startTimeMillis and endTimeMillis`, {
    details: [{ pointer: '/startTimeMillis', expected: `a window of at most ${most} points` }],
  });
}

/** Lineage reaches more entities than Cairn can search. */
export function tooMuchLineage(urn: string, size: number, most: number): Refusal {
  return new Refusal(
    'too-much-lineage',
    `${urn} reaches ${size} entities, of which ${most} can be searched: maxHops, entity types or degrees make them fewer, and without text, filter and facets all are listed`,
    { details: [{ pointer: '/urn', expected: `at most ${most} entities`, got: size }] },
  );
}

export function unknownLineageType(pointer: string, name: string, known: readonly string[]): Refusal {
  return new Refusal('unknown-lineage-type', `${pointer.slice(1)}: ${name} is not a lineage relationship; there are ${known.join(', ')}`, {
    details: [{ pointer, expected: `some of ${known.join(', ')}`, got: name }],
  });
}

/** The log does not reach back to a place, or ends before it. */
export function logCut(after: number, oldest: number, newest: number): Refusal {
  return new Refusal(
    'log-cut',
    `after: the log has commits ${oldest} to ${newest}, so what followed ${after} is not known here. Start anew: note commit ${newest}, read all entities, then follow from ${newest}`,
    { details: [{ pointer: '/after', expected: `a commit from ${oldest - 1} to ${newest}`, got: after }] },
  );
}
