/**
 * Puts the seed entities of the model into a store that lacks them (docs/data-model.md 1.5). What is there already stays as it is.
 */

import { valueOf } from '../../model/json.ts';
import { systemActor, urnFrom } from '../../model/named.ts';
import type { Model } from '../../model/types.ts';
import type { Catalog } from '../catalog.ts';
import type { RawProposal } from '../write/proposal.ts';

/** @returns how many aspects were new */
export async function seed(catalog: Catalog): Promise<number> {
  const { model } = catalog;
  const missing = await missingSeeds(catalog);
  if (missing.length === 0) return 0;
  const { items } = await catalog.write({ proposals: missing.map(proposal), together: false, actor: systemActor(model) });
  return items.reduce((sum, item) => {
    if ('refusal' in item) throw item.refusal;
    return sum + item.written.filter(({ outcome, added }) => outcome === 'changed' && !added).length;
  }, 0);
}

/** To look is much cheaper than to propose, and nearly every start finds all of them. Another server may still write some at the same time. */
async function missingSeeds({ model, read }: Catalog): Promise<Model['seeds']> {
  const found = await read(
    model.seeds.map(({ urn }) => urnFrom(model, urn)),
    [...new Set(model.seeds.map(({ aspect }) => aspect))],
  );
  return model.seeds.filter((each, at) => !found[at]?.aspects.some(({ aspect }) => aspect.name === each.aspect));
}

function proposal({ urn, aspect, value }: Model['seeds'][number]): RawProposal {
  return { entityUrn: urn, aspectName: aspect, changeType: 'CREATE', headers: { 'If-None-Match': '*' }, value: valueOf(value) };
}
