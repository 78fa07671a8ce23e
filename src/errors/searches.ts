/**
 * Refusals of searches: filters, query texts, order, cursors.
 */
import { abbreviate } from './abbreviate.ts';
import { Refusal } from './refusal.ts';

/** A filter of the wrong shape. `pointer`: of the refused part. */
export function badFilter(pointer: string, expected: string, got?: unknown): Refusal {
  return new Refusal(
    'bad-filter',
    `${pointer.slice(1)}: expected ${expected}${got === undefined ? '' : `, got ${JSON.stringify(abbreviate(got))}`}`,
    {
      details: [{ pointer, expected, got }],
    },
  );
}

/** A value that the field of a criterion cannot have. */
export function badFilterValue(field: string, expected: string, got: string): Refusal {
  return new Refusal('bad-filter', `${field}: expected ${expected}, got ${JSON.stringify(got)}`, {
    details: [{ pointer: '/filter', expected: `${expected} for ${field}`, got }],
  });
}

/** A condition that the field of a criterion does not support. `why` ends the sentence that begins with the field. */
export function badFilterCondition(field: string, why: string, expected: string, condition: string): Refusal {
  return new Refusal('bad-filter', `${field}${why}`, { details: [{ pointer: '/filter', expected, got: condition }] });
}

/** Too many criteria or values. `most`: how many of what. */
export function tooManyCriteria(pointer: string, most: string, got: number): Refusal {
  return new Refusal(
    'too-many-criteria',
    `${pointer.slice(1)}: expected at most ${most}, got ${got}; put several values of one field into one criterion`,
    {
      details: [{ pointer, expected: `at most ${most}`, got }],
    },
  );
}

/** The filter as a whole is too large for the search engine. `limit`: what it allows. */
export function filterTooLarge(limit: string, got?: number): Refusal {
  const came = got === undefined ? '' : `, got ${got}`;
  return new Refusal('too-many-criteria', `filter: expected ${limit}${came}; several values of one field count as one criterion`, {
    details: [{ pointer: '/filter', expected: limit, got }],
  });
}

/** A text with too many phrases, wildcards and ranges. */
export function tooManyParts(name: string, most: number, got: number): Refusal {
  const expected = `at most ${most} phrases, wildcards and ranges`;
  return new Refusal('too-many-criteria', `${name}: expected ${expected}, got ${got}`, { details: [{ pointer: `/${name}`, expected, got }] });
}

/** A filter that is too long together with the entities that lineage reaches. */
export function filterTooLongForDegrees(): Refusal {
  return new Refusal('too-many-criteria', 'filter: expected fewer criteria, because the request also selects degrees', {
    details: [{ pointer: '/filter', expected: 'fewer criteria' }],
  });
}

/** A search uses a soft-deleted property. `pointer`: of the field of the request that names it. */
export function deletedPropertyInFilter(urn: string, pointer = '/filter'): Refusal {
  return new Refusal('deleted-property-in-filter', `Cannot filter on deleted Structured Property [${urn}]`, {
    details: [{ pointer, expected: 'a property that is not soft-deleted', got: urn }],
  });
}

/** A syntax error in a query text. `excerpt`: the text around the position, with a mark below. */
export function badQuery(name: string, place: string, problem: string, excerpt: string, got: string): Refusal {
  return new Refusal('bad-query', `${name}: syntax error at ${place}: ${problem}\n${excerpt}`, {
    details: [{ pointer: `/${name}`, expected: `${problem} (${place})`, got }],
  });
}

/** Points are sorted by a field that their aspect does not have. */
export function noFieldToSortBy(aspect: string, field: string): Refusal {
  return new Refusal('bad-sort', `sort.field: ${aspect} has no field ${field}`, {
    details: [{ pointer: '/sort/field', expected: `a field of ${aspect}`, got: field }],
  });
}

export function badSort(expected: string, got?: string): Refusal {
  return new Refusal('bad-sort', `sort: expected ${expected}${got === undefined ? '' : `, got ${got}`}`, {
    details: [{ pointer: '/sort', expected, got }],
  });
}

const FITTING = 'the scrollId of the previous page, with the other parameters unchanged';

/** A text that is not a cursor of this Cairn. */
export function badCursor(scrollId: string): Refusal {
  return new Refusal('bad-cursor', `scrollId: expected ${FITTING}; got ${scrollId.slice(0, 200)}`, {
    details: [{ pointer: '/scrollId', expected: 'the scrollId of the previous page', got: scrollId }],
  });
}

/** The cursor of another search. */
export function cursorOfAnother(scrollId: string): Refusal {
  return new Refusal('bad-cursor', `scrollId: it belongs to another search; expected ${FITTING}`, {
    details: [{ pointer: '/scrollId', expected: FITTING, got: scrollId }],
  });
}

/** A GraphQL answer with too many items. */
export function answerTooLarge(most: number): Refusal {
  return new Refusal('answer-too-large', `The answer would have more than ${most} items; request shorter lists, or fewer nested ones`);
}

/** A GraphQL answer would have too many fields. */
export function tooManyFields(most: number): Refusal {
  return new Refusal(
    'answer-too-large',
    `The answer would have more than ${most} fields; ask for fewer fields of each entity, or for fewer entities`,
  );
}
