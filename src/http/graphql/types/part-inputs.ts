/**
 * What requests name and what follows from the parts of the model: what people edit on entities.
 */
import { categoriesOf } from '../../../catalog/index.ts';
import { linkPartsOf } from '../../../model/parts.ts';
import type { Model } from '../../../model/types.ts';

/** The input of a suggestion, with a field for each part that people may suggest a change of, and the categories of the timeline. */
export function partInputs(model: Model): string {
  const links = linkPartsOf(model).filter(({ suggested }) => suggested);
  const fields = links.map(({ name, shape }) => `${name}: ${shape === 'link' ? 'SuggestedValueInput' : 'SuggestedLinksInput'}`);
  return `
    input SuggestedChangesInput { description: SuggestedValueInput owners: SuggestedOwnersInput ${fields.join(' ')} }
    enum ChangeCategoryType { ${categoriesOf(model).join(' ')} }`;
}
