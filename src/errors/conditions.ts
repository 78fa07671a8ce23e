/**
 * Refusals about conditional headers (docs/semantics.md 4.4).
 */
import { Refusal } from './refusal.ts';

/** A condition does not hold. `what`: which aspect of which entity; `broken`: the condition; `present`: the current state. */
export function conditionFailed(what: string, broken: string, present: string): Refusal {
  return new Refusal('condition-failed', `${what}: ${broken}, ${present}`);
}

/** A header of a proposal that is not a condition, so it would have no effect. */
export function unknownCondition(name: string, known: readonly string[]): Refusal {
  return new Refusal('unknown-condition', `headers: ${name} is no condition; there are ${known.join(', ')}`, {
    details: [{ pointer: `/headers/${name}`, expected: `one of ${known.join(', ')}` }],
  });
}

/** The request has a condition on a single aspect, and writes several. */
export function conditionOfOneAspect(header: string, got: string | undefined): Refusal {
  return new Refusal(
    'condition-out-of-place',
    `Header ${header}: it is about one aspect, and this request writes several; say it beside each, in its headers`,
    { details: [{ pointer: `/headers/${header}`, expected: 'a request that writes one aspect', got }] },
  );
}

/** A condition on an operation on something without versions. */
export function conditionWithoutVersion(header: string, got: string): Refusal {
  return new Refusal('condition-out-of-place', `Header ${header}: a condition is about the version of an aspect; nothing here has one`, {
    details: [{ pointer: `/headers/${header}`, expected: 'no conditional header', got }],
  });
}

/** The deletion of an entity has a condition on the version of one of its aspects. */
export function versionOfEntity(got: number | undefined): Refusal {
  return new Refusal(
    'condition-out-of-place',
    'If-Version-Match: the deletion of an entity takes no version; If-Match takes the ETag of the entity',
    { details: [{ pointer: '/headers/If-Version-Match', expected: 'If-Match, with the ETag of the entity', got }] },
  );
}

/** A read in a batch has a condition other than the version to read. */
export function conditionOfRead(pointer: string, got: unknown): Refusal {
  return new Refusal('condition-out-of-place', `${pointer}: a read takes If-Version-Match alone`, {
    details: [{ pointer, expected: 'If-Version-Match', got }],
  });
}
