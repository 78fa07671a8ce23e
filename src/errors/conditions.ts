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
  return new Refusal('unknown-condition', `headers: ${name} is not a condition; expected one of ${known.join(', ')}`, {
    details: [{ pointer: `/headers/${name}`, expected: `one of ${known.join(', ')}` }],
  });
}

/** The request has a condition on a single aspect, and writes several. */
export function conditionOfOneAspect(header: string, got: string | undefined): Refusal {
  return new Refusal(
    'condition-out-of-place',
    `Header ${header}: expected a request that writes one aspect, and this one writes several; send the condition in the headers of each aspect`,
    { details: [{ pointer: `/headers/${header}`, expected: 'a request that writes one aspect', got }] },
  );
}

/** A condition on an operation on something without versions. */
export function conditionWithoutVersion(header: string, got: string): Refusal {
  return new Refusal('condition-out-of-place', `Header ${header}: expected no condition, because this operation writes nothing that has versions`, {
    details: [{ pointer: `/headers/${header}`, expected: 'no conditional header', got }],
  });
}

/** The deletion of an entity has a condition on the version of one of its aspects. */
export function versionOfEntity(got: number | undefined): Refusal {
  return new Refusal(
    'condition-out-of-place',
    'Header If-Version-Match: an entity has no version; to delete it on a condition, send If-Match with its ETag',
    { details: [{ pointer: '/headers/If-Version-Match', expected: 'If-Match, with the ETag of the entity', got }] },
  );
}

/** A read in a batch has a condition other than the version to read. */
export function conditionOfRead(pointer: string, got: unknown): Refusal {
  return new Refusal('condition-out-of-place', `${pointer}: expected If-Version-Match, which is the only condition of a read`, {
    details: [{ pointer, expected: 'If-Version-Match', got }],
  });
}
