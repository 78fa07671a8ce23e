/**
 * Refusals of reads of the past, of points of timeseries, and of lineage.
 */
import { Refusal } from './refusal.ts';

/** The state at a time is no longer known. `asOf` and `since` in epoch ms. */
export function unknownHistory(asOf: number, since: number, why: string): Refusal {
  const from = `${since} (${new Date(since).toISOString()})`;
  return new Refusal('unknown-history', `asOf: expected a time since ${from}, got ${asOf}. Earlier history is unknown: ${why}`, {
    details: [{ pointer: '/asOf', expected: `a time since ${from}`, got: asOf }],
  });
}

/** `asOf` in another spelling, or for an operation that cannot go back in time. `served`: the operation supports `asOf`. */
export function asOfNotServed(name: string, served: boolean): Refusal {
  const expected = served
    ? 'asOf'
    : 'no time, because this operation only returns the present state. Reads of entities, aspects, versions, timeseries, relationships and lineage by URN support asOf';
  return new Refusal('as-of-not-served', `${name}: expected ${expected}`, { details: [{ pointer: `/${name}`, expected, got: name }] });
}

/** Too many points to sort by a field. */
export function tooManyPoints(most: number, field: string): Refusal {
  return new Refusal('too-many-points', `sort.field: Cairn sorts at most ${most} points by ${field}; narrow startTimeMillis and endTimeMillis`, {
    details: [{ pointer: '/startTimeMillis', expected: `a window of at most ${most} points` }],
  });
}

/** Lineage reaches more entities than Cairn can search. */
export function tooMuchLineage(urn: string, size: number, most: number): Refusal {
  return new Refusal(
    'too-much-lineage',
    `urn: Cairn searches at most ${most} entities of a lineage, and ${urn} reaches ${size}. Limit maxHops, entity types or degrees; or leave out text, filter and facets to list all`,
    { details: [{ pointer: '/urn', expected: `at most ${most} entities`, got: size }] },
  );
}

/** Lineage of columns has more steps than Cairn can judge one by one. */
export function tooManyColumnSteps(most: number): Refusal {
  return new Refusal(
    'too-much-lineage',
    `Cairn follows at most ${most} connections of columns for a user who sees a part of the catalog. Limit the number of hops, or begin at a column`,
  );
}

export function unknownLineageType(pointer: string, name: string, known: readonly string[]): Refusal {
  return new Refusal('unknown-lineage-type', `${pointer.slice(1)}: ${name} is not a lineage relationship; expected some of ${known.join(', ')}`, {
    details: [{ pointer, expected: `some of ${known.join(', ')}`, got: name }],
  });
}

/** Reading backwards reaches commits that are missing in the middle of the log. */
export function logGap(first: number, last: number): Refusal {
  const lost = first === last ? `commit ${first}` : `commits ${first} to ${last}`;
  return new Refusal('log-cut', `after: the log has lost ${lost}, so changes are missing here; those before them follow after=${first}`, {
    details: [{ pointer: '/after', expected: `a place outside of the lost ${lost}`, got: last + 1 }],
  });
}

/**
 * The log does not reach back to a place, or ends before it.
 *
 * @param newest the newest place, as clients write it
 */
export function logCut(after: number, oldest: number, newest: string): Refusal {
  const expected = `a place from ${oldest - 1} to ${newest}`;
  return new Refusal(
    'log-cut',
    `after: expected ${expected}, got ${after}; the log does not have the changes after it. Start again: note ${newest}, read all entities, then follow from ${newest}`,
    { details: [{ pointer: '/after', expected, got: after }] },
  );
}

/** A place in the log as it was before a backup was restored. `newest`: the newest place, as clients write it. */
export function otherEpoch(got: string, newest: string): Refusal {
  return new Refusal(
    'other-epoch',
    `after: ${got} is a place of another life of this store: a backup was restored since, or the data were copied. Start again: note ${newest}, read all entities, then follow from ${newest}`,
    { details: [{ pointer: '/after', expected: `a place of the present life, such as ${newest}`, got }] },
  );
}

/** The cursor of a scroll that began before a backup was restored. */
export function scrollOfOtherEpoch(scrollId: string): Refusal {
  return new Refusal('other-epoch', 'scrollId: the scroll began in another life of this store: a backup was restored since. Begin the scroll again', {
    details: [{ pointer: '/scrollId', expected: 'none, to begin again', got: scrollId }],
  });
}
