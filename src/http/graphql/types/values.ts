/**
 * Values of structured properties on their way in and out (docs/semantics.md 15.4).
 */
import type { PropertyValue } from '../../../catalog/index.ts';
import { conflictingParameters } from '../../../errors.ts';
import type { AllowedValueInput, PropertyValueInput } from '../../../generated/arguments.ts';
import { isRecord } from '../../../model/path.ts';

/**
 * A value as it is stored.
 *
 * @throws Refusal malformed unless it is exactly one of both
 */
export function valueFrom({ stringValue, numberValue }: PropertyValueInput, pointer: string): PropertyValue {
  const text = stringValue ?? undefined;
  const number = numberValue ?? undefined;
  if (text !== undefined && number === undefined) return { string: text };
  if (number !== undefined && text === undefined) return { double: number };
  throw conflictingParameters('A value needs exactly one of stringValue and numberValue', {
    pointer,
    expected: 'exactly one of stringValue and numberValue',
    got: { stringValue, numberValue },
  });
}

/** The choices of a definition. */
export function allowedFrom(inputs: readonly AllowedValueInput[], field: string): { value: PropertyValue; description?: string }[] {
  return inputs.map((input, index) => {
    const value = valueFrom(input, `/${field}/${index}`);
    return typeof input.description === 'string' ? { value, description: input.description } : { value };
  });
}

/** A stored value as a client sees it; null for what is neither text nor number. */
export function typedValue(value: unknown): { stringValue: string } | { numberValue: number } | null {
  if (!isRecord(value)) return null;
  if (typeof value.string === 'string') return { stringValue: value.string };
  return typeof value.double === 'number' ? { numberValue: value.double } : null;
}
