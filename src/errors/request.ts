/**
 * Refusals of the request itself: parameters, headers, bodies.
 */
import { abbreviate } from './abbreviate.ts';
import { type Detail, detailLines, messageOf, Refusal } from './refusal.ts';

/** Writes `/input/urn` as `input.urn` for a message. */
function dotted(pointer: string): string {
  return pointer.slice(1).replaceAll('/', '.');
}

function cameText(got: unknown): string {
  if (got === undefined) return '';
  return `, got ${typeof got === 'string' ? got : JSON.stringify(abbreviate(got))}`;
}

/** One parameter has an invalid value. `pointer`: JSON pointer of the parameter. */
export function badParameter(pointer: string, expected: string, got?: unknown): Refusal {
  return new Refusal('bad-parameter', `${dotted(pointer)}: expected ${expected}${cameText(got)}`, { details: [{ pointer, expected, got }] });
}

/** Several invalid parameters in the body of an action, or a body that is not an object. */
export function badParameters(method: string, details: readonly Detail[]): Refusal {
  return new Refusal('bad-parameter', `Parameters of method '${method}' failed validation with error '${detailLines(details).join('; ')}'`, {
    details,
  });
}

export function missingParameter(name: string, expected = 'a value'): Refusal {
  const hint = expected === 'a value' ? '' : `: ${expected}`;
  return new Refusal('missing-parameter', `Parameter ${name} is required${hint}`, { details: [{ pointer: `/${name}`, expected }] });
}

/** Parameters that contradict each other. `rule`: a sentence that says which of them go together. */
export function conflictingParameters(rule: string, detail: Detail): Refusal {
  return new Refusal('conflicting-parameters', rule, { details: [detail] });
}

/** A list that is too long. `most`: how many of what, such as `100 URNs`. */
export function tooMany(pointer: string, most: string, got: number): Refusal {
  const expected = `at most ${most}`;
  return new Refusal('too-many-items', `${dotted(pointer) || 'The body'}: expected ${expected}, got ${got}`, {
    details: [{ pointer: pointer || '/', expected, got }],
  });
}

/** A text that is too long. */
export function tooLong(name: string, most: number, got: number): Refusal {
  return new Refusal('too-long', `${name} is longer than ${most} characters`, {
    details: [{ pointer: `/${name}`, expected: `at most ${most} characters`, got }],
  });
}

/** JSON that is nested too deeply. `what` begins the sentence. */
export function tooDeep(what: string, pointer: string, levels: number): Refusal {
  return new Refusal('too-deep', `${what} is nested too deeply; expected at most ${levels} levels`, {
    details: [{ pointer, expected: `at most ${levels} levels` }],
  });
}

/** JSON with too many values for one request. `what` begins the sentence. */
export function tooManyValues(what: string, most: number): Refusal {
  return new Refusal('too-many-values', `${what} has more than ${most} values; send it in several requests`, {
    details: [{ pointer: '/', expected: `at most ${most} values` }],
  });
}

/** JSON with too many different keys. `what` begins the sentence. */
export function tooManyNames(what: string, most: number): Refusal {
  return new Refusal('too-many-values', `${what} has more than ${most} different keys; send it in several requests`, {
    details: [{ pointer: '/', expected: `at most ${most} different keys` }],
  });
}

/** JSON with a number that no double needs. `what` begins the sentence; `after`: the text before it, usually its key. */
export function longNumber(what: string, most: number, after: string): Refusal {
  const place = after === '' ? '' : ` after ${JSON.stringify(abbreviate(after))}`;
  return new Refusal('long-number', `${what} has a number of more than ${most} characters${place}; send a shorter one, or a text`, {
    details: [{ pointer: '/', expected: `numbers of at most ${most} characters` }],
  });
}

/** An integer that JavaScript cannot hold exactly, so that it would be stored as another one. */
export function inexactInteger(token: string, pointer: string): Refusal {
  return new Refusal(
    'inexact-integer',
    `${pointer}: expected an integer between -2^53 and 2^53, because a larger one would be rounded; got ${token}`,
    {
      details: [{ pointer, expected: 'an integer between -2^53 and 2^53', got: token }],
    },
  );
}

export function badEncoding(name: string, text: string): Refusal {
  return new Refusal('bad-encoding', `${name}: ${text} is not percent-encoded correctly`, {
    details: [{ pointer: `/${name}`, expected: 'percent-encoded text', got: text }],
  });
}

export function badHeader(name: string, expected: string, got: string): Refusal {
  return new Refusal('bad-header', `Header ${name}: expected ${expected}, got ${got}`, {
    details: [{ pointer: `/headers/${name}`, expected, got }],
  });
}

/** A header of another namespace. `problem`: what is wrong with it, as a predicate. */
export function foreignHeader(name: string, problem: string): Refusal {
  return new Refusal('bad-header', `The header ${name} ${problem}`, {
    details: [{ pointer: `/headers/${name}`, expected: 'a header of this catalog' }],
  });
}

/** The body, or a part of it, has the wrong shape. `pointer`: empty for the whole body. */
export function badBody(pointer: string, expected: string, got?: unknown): Refusal {
  return new Refusal('bad-body', `${pointer || 'The body'}: expected ${expected}`, { details: [{ pointer: pointer || '/', expected, got }] });
}

/** Events of OpenLineage with wrong fields. `details`: all of them, of all events. */
export function badLineageEvents(details: readonly Detail[]): Refusal {
  return new Refusal('bad-body', detailLines(details).join('; '), { details });
}

/** A member beside `value` that an aspect's envelope does not have. */
export function unknownMember(pointer: string, known: readonly string[]): Refusal {
  return new Refusal('bad-body', `${pointer}: unrecognized field found but not allowed beside value`, {
    details: [{ pointer, expected: `one of ${known.join(', ')}` }],
  });
}

/** `what`: what should be JSON, as the beginning of the sentence. */
export function notJson(what: string, error: unknown): Refusal {
  return new Refusal('not-json', `${what} is not valid JSON: ${messageOf(error)}`, {
    details: [{ pointer: '/', expected: 'JSON text' }],
  });
}

export function notUtf8(): Refusal {
  return new Refusal('not-utf-8', 'The body is not valid UTF-8', { details: [{ pointer: '/', expected: 'UTF-8 text' }] });
}

export function bodyTooLarge(mostBytes: number): Refusal {
  return new Refusal('body-too-large', `The body is larger than ${mostBytes} bytes; send it in several requests`);
}

export function unsupportedMediaType(type: string, expected = 'application/json'): Refusal {
  return new Refusal('unsupported-media-type', `Content-Type: expected ${expected}, got ${type === '' ? 'nothing' : type}`, {
    details: [{ pointer: '/headers/Content-Type', expected, got: type }],
  });
}

/** A GraphQL query that has a syntax error, does not fit the schema, or is too large. */
export function badGraphql(message: string): Refusal {
  return new Refusal('bad-graphql', message);
}

/** A caller has too much under way at the same time. `most`: how many of what. */
export function tooMuchAtOnce(most: string): Refusal {
  return new Refusal('too-much-at-once', `Cairn takes at most ${most} at the same time; wait until some have ended, and send the request again`, {
    retryAfter: 2,
  });
}

/** A request whose address and headers are too long. `most` bytes. */
export function headersTooLarge(most: number): Refusal {
  return new Refusal(
    'headers-too-large',
    `The address and the headers of a request have ${most} bytes together at most; ask for fewer at once, or send them in the body of a POST`,
  );
}

export function requestTooSlow(): Refusal {
  return new Refusal('request-too-slow', 'The request was not whole in time');
}

export function notHttp(): Refusal {
  return new Refusal('not-http', 'This is not an HTTP request');
}

/** Nobody receives this answer; the log shows it. */
export function clientHungUp(): Refusal {
  return new Refusal('client-hung-up', 'The client closed the connection before its request was complete');
}
