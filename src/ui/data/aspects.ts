/**
 * Aspects with the types of the model.
 */
import type { components } from '../../generated/api.ts';

type Schemas = components['schemas'];

/** The value of an aspect, a record that aspects share, or an answer of the API. */
export type Shape<Name extends keyof Schemas> = Schemas[Name];

/** Values of aspects by name, as the server sends them. */
export type Values = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Reads an aspect from these values. The server has checked it against the model; a model of your own may add fields and aspects. */
export function aspectIn<Name extends keyof Schemas>(values: Values, name: Name): Partial<Schemas[Name]> | undefined {
  return values[name] as Partial<Schemas[Name]> | undefined;
}
