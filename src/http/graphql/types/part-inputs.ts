/**
 * Inputs that follow from the parts of the model: what people edit on entities.
 */
import { linkPartsOf } from '../../../model/parts.ts';
import type { Model } from '../../../model/types.ts';

/** The input of a suggestion, in the schema language: a field for each part that people may suggest a change of. */
export function partInputs(model: Model): string {
  const links = linkPartsOf(model).filter(({ suggested }) => suggested);
  const fields = links.map(({ name, shape }) => `${name}: ${shape === 'link' ? 'SuggestedValueInput' : 'SuggestedLinksInput'}`);
  return `input SuggestedChangesInput { description: SuggestedValueInput owners: SuggestedOwnersInput ${fields.join(' ')} }`;
}
