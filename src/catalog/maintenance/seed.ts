/**
 * Puts the seed entities of the model into a store that lacks them (docs/data-model.md 1.5). What is there already stays as it is.
 */

import { valueOf } from '../../model/json.ts';
import { systemActor } from '../../model/named.ts';
import type { Model } from '../../model/types.ts';
import type { Catalog } from '../catalog.ts';
import type { RawProposal } from '../write/proposal.ts';

/** @returns how many aspects were new */
export async function seed(catalog: Catalog): Promise<number> {
  const { model } = catalog;
  const { items } = await catalog.write({ proposals: model.seeds.map(proposal), together: false, actor: systemActor(model) });
  return items.reduce((sum, item) => {
    if ('refusal' in item) throw item.refusal;
    return sum + item.written.filter(({ outcome, added }) => outcome === 'changed' && !added).length;
  }, 0);
}

function proposal({ urn, aspect, value }: Model['seeds'][number]): RawProposal {
  return { entityUrn: urn, aspectName: aspect, changeType: 'CREATE', headers: { 'If-None-Match': '*' }, value: valueOf(value) };
}
