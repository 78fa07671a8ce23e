/**
 * URNs in bodies and parameters whose place the refusal names.
 */
import { badParameter } from '../../errors.ts';
import type { Model } from '../../model/types.ts';
import { isProblem, parseUrn, type Urn } from '../../model/urn.ts';

/**
 * @param pointer the place of the URN in the request, as a JSON pointer
 * @param type the entity type that it must be of; absent: any
 * @throws Refusal malformed
 */
export function urnAt(model: Model, text: string, pointer: string, type?: string): Urn {
  const urn = parseUrn(model, text);
  if (isProblem(urn)) throw badParameter(pointer, `a URN; this one ${urn.problem}`, text);
  if (type !== undefined && urn.type.name !== type) throw badParameter(pointer, `a URN of type ${type}`, text);
  return urn;
}
