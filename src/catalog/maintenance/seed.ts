/**
 * Puts the seed entities of the model into a store that lacks them (docs/data-model.md 1.5). What is there already stays as it is.
 */
import { FIRST_POLICY, seedPolicies } from '../../access/index.ts';
import { sameJson } from '../../model/json.ts';
import { systemActor, urnFrom } from '../../model/named.ts';
import type { Model } from '../../model/types.ts';
import { POLICY_INFO, POLICY_TYPE } from '../access/read-policies.ts';
import type { Catalog } from '../catalog.ts';
import { valueIn } from '../state.ts';
import { type RawProposal, upsert } from '../write/proposal.ts';

/** @returns how many aspects were new */
export async function seed(catalog: Catalog): Promise<number> {
  const { model } = catalog;
  const proposals = [...(await missingSeeds(catalog)).map(proposal), ...(await policies(catalog))];
  if (proposals.length === 0) return 0;
  const { items } = await catalog.write({ proposals, together: false, actor: systemActor(model) });
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

/** The URNs of all seed entities. */
export function seededUrns(model: Model): string[] {
  return [...model.seeds, ...policySeeds(model)].map(({ urn }) => urn);
}

function policySeeds(model: Model): ReturnType<typeof seedPolicies> {
  return model.entityTypes.has(POLICY_TYPE) ? seedPolicies((type, id) => `${model.names.urnPrefix}${type}:${id}`) : [];
}

/**
 * Policies that may not be changed are put back. The others come only with the first start: who has deleted one does not want to see it again.
 */
async function policies({ model, read }: Catalog): Promise<RawProposal[]> {
  const seeds = policySeeds(model);
  const views = await read(
    seeds.map(({ urn }) => urnFrom(model, urn)),
    [POLICY_INFO],
  );
  const stored = views.map((view) => valueIn(view, POLICY_INFO));
  const begun = seeds.some(({ urn }, at) => urn.endsWith(`:${FIRST_POLICY}`) && stored[at] !== undefined);
  return seeds.flatMap(({ urn, value, kept }, at): RawProposal[] => {
    const wanted = kept ? !sameJson(stored[at], value) : !begun && stored[at] === undefined;
    return wanted ? [upsert(urn, POLICY_INFO, value)] : [];
  });
}

function proposal({ urn, aspect, value }: Model['seeds'][number]): RawProposal {
  return { ...upsert(urn, aspect, value), changeType: 'CREATE', headers: { 'If-None-Match': '*' } };
}
